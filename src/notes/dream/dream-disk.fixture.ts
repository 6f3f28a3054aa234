/** An in-process lock and a plain compare-and-replace, for tests and the bench. */
import { type DreamDisk, readWhole, writeWhole } from './dream-files.ts'

export function plainDisk(): DreamDisk {
  let last: Promise<unknown> = Promise.resolve()
  return {
    withLock: (_, work) => {
      const mine = last.then(work, work)
      last = mine.catch(() => undefined)
      return mine
    },
    replace: async (path, before, after) => {
      if (readWhole(path) !== before) return { kind: 'changed' }
      writeWhole(path, after)
      return { kind: 'replaced' }
    },
  }
}
