import { mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { putObservation } from '../../../store/observations.ts'
import { findCitedFiles } from '../../../store/seen-files.ts'
import { draft, memoryDatabase, PROJECT } from '../../../store/store.fixture.ts'
import { blobHash, knowDisk } from '../../../workspace/file-state.ts'
import { findWorkRoot, makeWitness } from './witness.ts'

const NOW = Date.now()
const MINUTE_MS = 60_000

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'witness-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(text: string, at: number): string {
  writeFileSync(join(root, 'a.js'), text)
  utimesSync(join(root, 'a.js'), at / 1000, at / 1000)
  return blobHash(Buffer.from(text))
}

/** Stores a memory of `a.js` at `at`, in a session whose last event was at `lastEventAt`; what is known of the file after. */
function storeIn(db = memoryDatabase()) {
  return (at: number, lastEventAt: number, now = NOW) => {
    const one = draft('k', { filesRead: [], filesModified: ['a.js'], at })
    const put = putObservation(db, { draft: one, session: undefined, project: PROJECT.id, source: 'local' })
    const session = { session: 1, sessionId: 's', project: PROJECT.id, root, cwd: root }
    const waiting = { ...session, from: 0, lastEventAt, ended: 0 }
    makeWitness(waiting, { disk: knowDisk(), now }).see(db, put?.id ?? 0, one)
    return findCitedFiles(db, [put?.id ?? 0])[0]?.files[0]?.seen?.blob
  }
}

describe('what a memory saw of a file', () => {
  it('is what its turn left in it, also when another memory of the turn changed it after', () => {
    const left = write('two', NOW - MINUTE_MS)
    expect(storeIn()(NOW - 2 * MINUTE_MS, NOW - MINUTE_MS)).toBe(left)
  })

  it('is not replaced by what a later turn left when the memory is stored again', () => {
    const store = storeIn()
    const first = write('one', NOW - 9 * MINUTE_MS)
    expect(store(NOW - 9 * MINUTE_MS, NOW - 8 * MINUTE_MS)).toBe(first)
    write('two', NOW - MINUTE_MS)
    expect(store(NOW - 8.5 * MINUTE_MS, NOW - MINUTE_MS)).toBe(first)
  })

  it('is replaced when the memory itself goes on', () => {
    const store = storeIn()
    write('one', NOW - 9 * MINUTE_MS)
    store(NOW - 9 * MINUTE_MS, NOW - 8 * MINUTE_MS)
    const second = write('two', NOW - MINUTE_MS)
    expect(store(NOW - MINUTE_MS, NOW - MINUTE_MS)).toBe(second)
  })

  it('is unknown when the session is read back later and the file is newer than the memory', () => {
    write('two', NOW - MINUTE_MS)
    expect(storeIn()(NOW - 2 * MINUTE_MS, NOW - MINUTE_MS, NOW + 60 * MINUTE_MS)).toBeUndefined()
    const old = write('one', NOW - 5 * MINUTE_MS)
    expect(storeIn()(NOW - 2 * MINUTE_MS, NOW - MINUTE_MS, NOW + 60 * MINUTE_MS)).toBe(old)
  })
})

describe('where a session worked', () => {
  it('is its worktree, also when that was removed, so that its files have the names of the repository', () => {
    const at = (cwd: string) => ({
      ...{ session: 1, sessionId: 's', project: PROJECT.id, root, cwd, from: 0, lastEventAt: NOW, ended: 0 },
    })
    expect(findWorkRoot(memoryDatabase(), at(join(root, '.worktrees/fix-1/src')))).toBe(join(root, '.worktrees/fix-1'))
    expect(findWorkRoot(memoryDatabase(), at(join(root, 'src')))).toBe(root)
  })
})
