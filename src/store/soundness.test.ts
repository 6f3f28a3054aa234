import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listBackups, makeBackup } from './backup.ts'
import { forgetKeys } from './forget.ts'
import { Journal } from './journal.ts'
import { remember, remembered, titles, useStoreFolder } from './recovery.fixture.ts'
import { closeStore, openStore } from './recovery.ts'
import { lacksWhatIsIn } from './soundness.ts'
import { T0 } from './store.fixture.ts'

const { dir, paths, open } = useStoreFolder()
const aside = () => readdirSync(dir()).filter((name) => name.includes('damaged-'))

describe('a start that finds less than there was', () => {
  it('makes no backup, drops no journal and keeps what it found', async () => {
    const store = await open()
    remember(store, 'one')
    await makeBackup(store.db, { folder: paths().backups, now: 1000, keep: 3 })
    remember(store, 'two')
    closeStore(store.db, paths())
    const journal = readdirSync(paths().journal)
    writeFileSync(paths().database, '')
    const again = await open()
    expect(titles(again).sort()).toEqual(['one', 'two'])
    expect(again.recovered).toContain('was empty')
    expect(listBackups(paths().backups)).toHaveLength(1)
    expect(readdirSync(paths().journal)).toEqual(journal)
    expect(aside()).toHaveLength(1)
    again.db.close()
  })

  it('says so when there is nothing to restore from', async () => {
    const store = await open()
    closeStore(store.db, paths())
    for (const path of [paths().database, paths().journal]) rmSync(path, { recursive: true })
    const again = await open()
    expect(again.recovered).toContain('was gone and has been created again')
    again.db.close()
  })

  it('says nothing when a worker was killed between its last line in the journal and the database', async () => {
    const store = await open()
    remember(store, 'one')
    store.journal.append([remembered('two'), remembered('three')])
    store.db.close()
    const again = await open()
    expect(again.recovered).toBeUndefined()
    expect(titles(again).sort()).toEqual(['one', 'three', 'two'])
    expect(aside()).toEqual([])
    again.db.close()
  })

  it('keeps the last three odd files, not all there ever were', async () => {
    for (const now of [1, 2, 3, 4, 5]) {
      const store = await openStore(paths(), { now, keepBackups: 3 })
      closeStore(store.db, paths())
      writeFileSync(paths().database, 'odd')
    }
    expect(aside().sort()).toEqual([3, 4, 5].map((now) => `db.sqlite.damaged-${now}`))
  })
})

describe('a database and its backup', () => {
  it('may differ by what was forgotten, and by nothing else', async () => {
    const store = await open()
    remember(store, 'one')
    remember(store, 'two')
    await makeBackup(store.db, { folder: paths().backups, now: 1000, keep: 3 })
    forgetKeys(store.db, { keys: ['user:one'], at: T0 })
    const backups = listBackups(paths().backups)
    expect(lacksWhatIsIn(store.db, backups)).toBe(false)
    store.db.run("DELETE FROM observations WHERE key = 'user:two'")
    expect(lacksWhatIsIn(store.db, backups)).toBe(true)
    store.db.close()
  })

  it('are not compared after an end in order: nobody waits for that', async () => {
    const store = await open()
    remember(store, 'one')
    await makeBackup(store.db, { folder: paths().backups, now: 1000, keep: 3 })
    store.db.run('DELETE FROM observations')
    closeStore(store.db, paths())
    const again = await open()
    expect(again.recovered).toBeUndefined()
    closeStore(again.db, paths())
    utimesSync(paths().database, 1, 1) // somebody had it in hand
    const touched = await open()
    expect(touched.recovered).toContain('held less than its backup')
    expect(titles(touched)).toEqual(['one'])
    touched.db.close()
  })
})

describe('a backup', () => {
  it('leaves no files beside it, also when it is looked at', async () => {
    const store = await open()
    const folder = paths().backups
    writeFileSync(join(dir(), 'x'), '')
    await makeBackup(store.db, { folder, now: 1000, keep: 3 })
    writeFileSync(join(folder, 'db-00000000000500.sqlite-wal'), '')
    await makeBackup(store.db, { folder, now: 2000, keep: 3 })
    expect(lacksWhatIsIn(store.db, listBackups(folder))).toBe(false)
    expect(readdirSync(folder).sort()).toEqual(['db-00000000001000.sqlite', 'db-00000000002000.sqlite'])
    store.db.close()
  })

  it('from the future is the first to go and the last to be used', async () => {
    const store = await open()
    const folder = paths().backups
    for (const now of [9_000_000, 1000, 2000]) await makeBackup(store.db, { folder, now, keep: 2 })
    expect(listBackups(folder, 3000)).toEqual([
      join(folder, 'db-00000000002000.sqlite'),
      join(folder, 'db-00000000001000.sqlite'),
    ])
    store.db.close()
  })
})

describe('the journal', () => {
  it('of a clock that was wrong is dropped like any other', () => {
    const folder = join(dir(), 'journal')
    new Journal(folder, 9_000_000).append([remembered('from the future')])
    const journal = new Journal(folder, 1000)
    journal.append([remembered('one')])
    const keepFrom = journal.rotate(2000)
    journal.append([remembered('two')])
    journal.dropBefore(keepFrom)
    expect(readdirSync(folder)).toEqual(['00000000002000.jsonl'])
  })

  it('full of garbage does not keep its good lines from being read', async () => {
    const store = await open()
    store.journal.append([remembered('good')])
    store.db.close()
    const lines = [
      'null',
      '7',
      '{"op":"event"}',
      '{"op":"remember","draft":{"key":"k"},"project":{"id":"p"}}',
      '[]',
      '\0\0',
    ]
    writeFileSync(join(paths().journal, '00000000000001.jsonl'), lines.join('\n'))
    rmSync(paths().database)
    const again = await open()
    expect(titles(again)).toEqual(['good'])
    expect(existsSync(paths().unclean)).toBe(true)
    again.db.close()
  })
})
