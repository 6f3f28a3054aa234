/** Pauses after failures of a server: 1 s after the first, twice as long after each further one, 5 min at most. */
import type { MemoryError } from '../../memory/error.ts'

const FIRST_MS = 1000
const LONGEST_MS = 300_000

export interface Backoff {
  /** Refuses at once during a pause. Any failure of `work` counts. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** `translate` turns the failure into a sentence for people; `onReturn` runs before the first work after an outage. */
export function makeBackoff(by: {
  now: () => number
  translate: (cause: unknown) => MemoryError
  onReturn: () => Promise<void>
}): Backoff {
  let failures = 0
  let until = 0
  let last: MemoryError | undefined
  return {
    async run(work) {
      if (last && by.now() < until) throw last
      const before = failures
      try {
        if (failures > 0) await by.onReturn()
        const result = await work()
        failures = 0
        last = undefined
        return result
      } catch (cause) {
        const failure = by.translate(cause)
        // calls running at the same time fail together: that is one outage, not many
        if (failures === before) {
          until = by.now() + Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
          failures += 1
          last = failure
        }
        throw failure
      }
    },
  }
}
