import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listBackups, makeBackup } from '../../../store/backup.ts'
import { keysToForget } from '../../../store/doomed-rows.ts'
import { forgetKeys } from '../../../store/forget.ts'
import { findRecentObservations } from '../../../store/observations.ts'
import { remember, titles, useStoreFolder } from '../../../store/recovery.fixture.ts'
import { closeStore, type OpenedStore } from '../../../store/recovery.ts'
import { PROJECT } from '../../../store/store.fixture.ts'
import { dataFolder } from '../../process/data-folder.ts'
import { readOwedSince } from '../../process/owed-erasure.ts'
import { makeErasure } from './erasure.ts'

const WORD = 'zqvornbex'
const { dir, paths, open } = useStoreFolder()

const erasureOf = ({ db, journal }: OpenedStore, more: { unusedVectors?: string } = {}) =>
  makeErasure({
    ...{ db, journal, paths: paths(), folder: dataFolder(dir()) },
    unusedVectors: more.unusedVectors,
    alone: (work) => work(),
  })

function keysOf({ db }: OpenedStore): string[] {
  const doomed = findRecentObservations(db, { project: PROJECT.id, limit: 999 }).filter(({ title }) =>
    title.includes(WORD),
  )
  return doomed.flatMap(({ id }) => keysToForget(db, id) ?? [])
}

/** Files that contain the word, or its end. */
function holding(): string[] {
  return readdirSync(dir(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(WORD.slice(3)))
}

describe('erasing', () => {
  it('leaves no byte of what was deleted in a file, its log or a backup', async () => {
    const store = await open()
    for (let n = 0; n < 300; n++) remember(store, `Rule ${n} of the shop${n % 50 === 7 ? ` is about ${WORD}` : ''}`)
    await makeBackup(store.db, { folder: paths().backups, now: 1, keep: 9 })
    const erasure = erasureOf(store)
    const keys = keysOf(store)
    erasure.owe({ keys, now: 5 })
    expect(readOwedSince(dataFolder(dir()))).toBe(5)
    forgetKeys(store.db, { keys, at: 5 })
    erasure.deleted(keys)
    expect(holding().length).toBeGreaterThan(1)
    expect(await erasure.run()).toEqual({ backupsDropped: 1, damagedDropped: 0 })
    expect(holding()).toEqual([])
    expect(readOwedSince(dataFolder(dir()))).toBeUndefined()
    expect(titles(store)).toHaveLength(9)
    closeStore(store.db, paths())
    expect(holding()).toEqual([])
  })

  it('goes on at the next start where a worker was killed, whether the rows were deleted or not', async () => {
    const first = await open()
    remember(first, `All about ${WORD}`)
    remember(first, 'Totals round once')
    erasureOf(first).owe({ keys: keysOf(first), now: 5 })
    first.db.close() // as after a kill: nothing was deleted
    const second = await open()
    await erasureOf(second).run()
    expect(titles(second)).toEqual(['Totals round once'])
    expect(holding()).toEqual([])
    closeStore(second.db, paths())
  })

  it('of a file of an earlier version also reaches what was deleted before', async () => {
    const store = await open()
    remember(store, `All about ${WORD} and more ${'x'.repeat(9000)}`)
    store.db.exec('PRAGMA secure_delete = OFF; PRAGMA application_id = 0')
    forgetKeys(store.db, { keys: keysOf(store), at: 5 })
    store.journal.forget([`user:All about ${WORD} and more ${'x'.repeat(9000)}`])
    const erasure = erasureOf(store)
    erasure.owe({ keys: [], now: 5 })
    await erasure.run()
    expect(holding()).toEqual([])
    closeStore(store.db, paths())
  })

  it('keeps the backups, and what is owed, when none can be made', async () => {
    const store = await open()
    remember(store, `All about ${WORD}`)
    const backup = await makeBackup(store.db, { folder: paths().backups, now: 1, keep: 9 })
    const kept = `${paths().backups}.kept`
    const erasure = erasureOf(store)
    erasure.owe({ keys: keysOf(store), now: 5 })
    const bytes = readFileSync(backup ?? '')
    rmSync(paths().backups, { recursive: true })
    writeFileSync(paths().backups, '') // a file where the folder should be
    writeFileSync(kept, bytes)
    await expect(erasure.run()).rejects.toThrow()
    expect(readOwedSince(dataFolder(dir()))).toBe(5)
    rmSync(paths().backups)
    rmSync(kept)
    await erasure.run()
    expect(listBackups(paths().backups)).toHaveLength(1)
    expect(holding()).toEqual([])
    closeStore(store.db, paths())
  })

  it('deletes the vectors of an index that is switched off', async () => {
    const store = await open()
    const vectors = join(dir(), 'index.sqlite')
    writeFileSync(vectors, 'vectors')
    const erasure = erasureOf(store, { unusedVectors: vectors })
    erasure.owe({ keys: [], now: 5 })
    await erasure.run()
    expect(existsSync(vectors)).toBe(false)
    closeStore(store.db, paths())
  })

  it('takes a note of what is owed that nobody can read for one', async () => {
    const store = await open()
    writeFileSync(dataFolder(dir()).erasing, 'not ours')
    expect(await erasureOf(store).run()).toEqual({ backupsDropped: 0, damagedDropped: 0 })
    expect(existsSync(dataFolder(dir()).erasing)).toBe(false)
    closeStore(store.db, paths())
  })
})
