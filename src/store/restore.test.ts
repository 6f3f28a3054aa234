import { copyFileSync, existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { backupTime, listBackups, makeBackup } from './backup.ts'
import { keysToForget } from './doomed-rows.ts'
import { forgetKeys } from './forget.ts'
import { findObservation, putObservation } from './observations.ts'
import { remember, titles, useStoreFolder } from './recovery.fixture.ts'
import { closeStore } from './recovery.ts'
import { checkBackup, describeBackups, restoreAsked } from './restore.ts'
import { putProject } from './sessions.ts'
import { draft, PROJECT, T0 } from './store.fixture.ts'

const { dir, paths, open } = useStoreFolder()
/** Backups of one millisecond would be one. */
const by = () => ({
  now: Math.max(Date.now(), ...listBackups(paths().backups).map((path) => backupTime(path) + 1)),
  keepBackups: 3,
})

/** A memory with Old in its backup, and New in the journal alone. Returns the backup's path. */
async function prepared(): Promise<string> {
  const store = await open()
  remember(store, 'Old')
  const keepFrom = store.journal.rotate(Date.now())
  const backup = await makeBackup(store.db, { folder: paths().backups, now: Date.now(), keep: 3 })
  store.journal.dropBefore(keepFrom)
  remember(store, 'New')
  closeStore(store.db, paths())
  return backup ?? ''
}

function ask(backup: string, withJournal: boolean): void {
  writeFileSync(paths().restore, JSON.stringify({ backup, withJournal }))
}

async function titlesNow(): Promise<string[]> {
  const store = await open()
  const found = titles(store)
  closeStore(store.db, paths())
  return found.sort()
}

describe('restoring a backup', () => {
  it('does nothing that nobody asked for', async () => {
    await prepared()
    expect(restoreAsked(paths(), by())).toBeUndefined()
    writeFileSync(paths().restore, 'not ours')
    expect(restoreAsked(paths(), by())).toBeUndefined()
    expect(existsSync(paths().restore)).toBe(false)
  })

  it('goes back to it, with what the journal has, and keeps what was there', async () => {
    const backup = await prepared()
    ask(backup, true)
    const done = restoreAsked(paths(), by())
    expect(done).toMatchObject({ from: backup, entries: 1, forgotten: 0 })
    expect(existsSync(done?.kept ?? '')).toBe(true)
    expect(await titlesNow()).toEqual(['New', 'Old'])
  })

  it('goes back to it alone, and no later start brings the rest back', async () => {
    const backup = await prepared()
    const store = await open()
    await makeBackup(store.db, { folder: paths().backups, now: Date.now() + 1, keep: 3 })
    closeStore(store.db, paths())
    ask(backup, false)
    restoreAsked(paths(), by())
    expect(await titlesNow()).toEqual(['Old'])
    writeFileSync(paths().unclean, '')
    expect(await titlesNow(), 'after an unclean end').toEqual(['Old'])
  })

  it('obeys what was forgotten of a session that is called like a kind of key', async () => {
    const store = await open()
    putProject(store.db, PROJECT, T0)
    for (const session of ['first', 'second'])
      putObservation(store.db, {
        draft: draft(`${session}:p:1`, { title: `Of the ${session}` }),
        ...{ session: undefined, project: PROJECT.id, source: 'local' },
      })
    const backup = await makeBackup(store.db, { folder: paths().backups, now: Date.now(), keep: 3 })
    forgetKeys(store.db, { keys: keysToForget(store.db, 1) ?? [], at: T0 })
    closeStore(store.db, paths())
    ask(backup ?? '', true)
    restoreAsked(paths(), by())
    expect(await titlesNow()).toEqual(['Of the second'])
  })

  it('goes on after being killed, wherever that was', async () => {
    const backup = await prepared()
    // in the middle of the copy
    writeFileSync(join(dir(), 'db.sqlite.restoring'), 'half a cop')
    ask(backup, false)
    restoreAsked(paths(), by())
    expect(await titlesNow()).toEqual(['Old'])
    // between setting the old one aside and putting the new one in place
    copyFileSync(backup, join(dir(), 'db.sqlite.restored'))
    renameSync(paths().database, join(dir(), 'db.sqlite.replaced-1'))
    ask(backup, false)
    expect(restoreAsked(paths(), by())).toMatchObject({ kept: null })
    expect(await titlesNow()).toEqual(['Old'])
    expect(readdirSync(dir()).filter((name) => /restor/.test(name))).toEqual([])
  })

  it('leaves out what was forgotten since, though the backup has it', async () => {
    const backup = await prepared()
    const store = await open()
    const key = findObservation(store.db, 1)?.key ?? ''
    forgetKeys(store.db, { keys: [key], at: Date.now() })
    closeStore(store.db, paths())
    ask(backup, true)
    expect(restoreAsked(paths(), by())).toMatchObject({ forgotten: 1 })
    expect(await titlesNow()).toEqual(['New'])
    expect(listBackups(paths().backups).length, 'the result is a backup too').toBe(2)
    const [newest] = describeBackups(paths().backups, by().now)
    expect(newest?.memories).toBe(1)
  })

  it('changes nothing for a file that is damaged, foreign or gone', async () => {
    await prepared()
    const junk = join(dir(), 'junk.sqlite')
    writeFileSync(junk, 'SQLite format 3\0 but not really')
    for (const path of [junk, join(dir(), 'nowhere.sqlite')]) {
      expect(() => checkBackup(path)).toThrow('Nothing was changed')
      ask(path, true)
      expect(() => restoreAsked(paths(), by())).toThrow('Nothing was changed')
      expect(existsSync(paths().restore)).toBe(false)
    }
    expect(await titlesNow()).toEqual(['New', 'Old'])
  })
})
