import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { listBackups, makeBackup } from './backup.ts'
import { findEvents } from './events.ts'
import { forgetKeys } from './forget.ts'
import type { JournalEntry } from './journal.ts'
import { keepEvent } from './keep-event.ts'
import { takeLock } from './lock.ts'
import { SCHEMA_VERSION } from './migrations.ts'
import { putObservation } from './observations.ts'
import { remember, titles, useStoreFolder } from './recovery.fixture.ts'
import { closeStore, type OpenedStore } from './recovery.ts'
import { findSessionNumber, putProject } from './sessions.ts'
import { draft, PROJECT, someSession, T0, toolEvent } from './store.fixture.ts'

const { dir, paths, open } = useStoreFolder()
const entry = (id: string): JournalEntry => ({
  op: 'event',
  event: toolEvent(id),
  session: { sessionId: 'session-1', project: PROJECT, cwd: '/', entrypoint: 'cli' },
})

/** Overwrites the file's middle, as a failing disk would, and leaves it marked as not closed in order. */
function damage(store: OpenedStore) {
  store.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  store.db.close()
  const path = paths().database
  const file = openSync(path, 'r+')
  for (let at = 4096; at < statSync(path).size; at += 1024) writeSync(file, Buffer.alloc(512, 0x5a), 0, 512, at)
  closeSync(file)
}

describe('opening the memory', () => {
  it('makes it on the first day, readable by nobody else', async () => {
    const store = await open()
    expect(store.recovered).toBeUndefined()
    for (const file of readdirSync(dir()).filter((name) => name.startsWith('db.sqlite'))) {
      expect(statSync(join(dir(), file)).mode & 0o077, file).toBe(0)
    }
    closeStore(store.db, paths())
    expect(existsSync(paths().unclean)).toBe(false)
  })

  it('refuses a schema from the future and touches nothing', async () => {
    const path = paths().database
    const future = new DatabaseSync(path)
    future.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}; CREATE TABLE theirs (x)`)
    future.close()
    const before = readFileSync(path)
    await expect(open()).rejects.toMatchObject({ code: 'newer_schema' })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('recovers a damaged database from the journal alone when there is no backup yet', async () => {
    const store = await open()
    remember(store, 'kept')
    store.journal.append([entry('1')])
    keepEvent(store.db, { session: someSession(store.db), project: PROJECT.id, event: toolEvent('1') })
    damage(store)
    const again = await open()
    expect(again.recovered).toContain('damaged')
    expect(titles(again)).toEqual(['kept'])
    expect(findEvents(again.db, { session: findSessionNumber(again.db, 'session-1') ?? 0, from: 0 })).toHaveLength(1)
    expect(
      readdirSync(dir()).some((name) => name.includes('damaged-')),
      'the damaged file is kept',
    ).toBe(true)
    again.db.close()
  })

  it('recovers from the newest good backup plus what came after it; the forgotten stays forgotten', async () => {
    const store = await open()
    remember(store, 'before the backup')
    remember(store, 'forgotten later')
    const keepFrom = store.journal.rotate(Date.now() + 1)
    await makeBackup(store.db, { folder: paths().backups, now: Date.now(), keep: 3 })
    store.journal.dropBefore(keepFrom)
    remember(store, 'after the backup')
    const keys = ['user:forgotten later']
    forgetKeys(store.db, { keys, at: T0 })
    store.journal.append([{ op: 'forget', keys, at: T0 }])
    damage(store)
    const again = await open()
    expect(titles(again).sort()).toEqual(['after the backup', 'before the backup'])
    again.db.close()
  })

  it('gives a memory that has to be distilled again the id it was known by', async () => {
    const store = await open()
    store.journal.append([{ op: 'ids', ids: [['session-1:t9', 41]] }])
    damage(store)
    const again = await open()
    putProject(again.db, PROJECT, T0)
    const put = (key: string) =>
      putObservation(again.db, { draft: draft(key), session: undefined, project: PROJECT.id, source: 'local' })?.id
    expect([put('other'), put('session-1:t9')]).toEqual([1, 41])
    expect(put('later')).toBe(42)
    again.db.close()
  })

  it('passes over a backup that is itself damaged', async () => {
    const store = await open()
    remember(store, 'good')
    const folder = paths().backups
    await makeBackup(store.db, { folder, now: 1000, keep: 3 })
    writeFileSync(join(folder, 'db-00000000002000.sqlite'), 'not a database')
    damage(store)
    const again = await open()
    expect(titles(again)).toEqual(['good'])
    again.db.close()
  })
})

describe('backups', () => {
  it('keep as many as asked, the newest ones', async () => {
    const store = await open()
    const folder = paths().backups
    for (const now of [1, 2, 3, 4, 5]) await makeBackup(store.db, { folder, now, keep: 3 })
    expect(listBackups(folder).map((path) => Number(/(\d+)\.sqlite/.exec(path)?.[1]))).toEqual([5, 4, 3])
    store.db.close()
  })
})

describe('the journal', () => {
  it('skips a line that was torn when the process died', async () => {
    const store = await open()
    store.journal.append([entry('1')])
    const [file = ''] = readdirSync(paths().journal)
    writeFileSync(join(paths().journal, file), `${JSON.stringify(entry('1'))}\n{"op":"eve`)
    expect([...store.journal.entries()]).toHaveLength(1)
    store.db.close()
  })

  it('loses the text of what was forgotten', async () => {
    const store = await open()
    store.journal.append([entry('1'), entry('2')])
    store.journal.forget(['t:1'])
    expect([...store.journal.entries()].map((one) => (one.op === 'event' ? one.event.key : ''))).toEqual(['t:2'])
    store.db.close()
  })
})

describe('the lock', () => {
  it('is held by one at a time and free again after release', () => {
    const path = join(dir(), 'lock')
    const first = takeLock(path)
    expect(first).toBeDefined()
    expect(takeLock(path)).toBeUndefined()
    first?.release()
    const second = takeLock(path)
    expect(second).toBeDefined()
    second?.release()
  })

  it.each<[string, (path: string) => void]>([
    ['a text', (path) => writeFileSync(path, 'pid 4711, started by hand\n'.repeat(50))],
    ['zeros', (path) => writeFileSync(path, Buffer.alloc(8192))],
    [
      'half a database',
      (path) => writeFileSync(path, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(3000, 9)])),
    ],
    ['a folder', (path) => mkdirSync(join(path, 'inside'), { recursive: true })],
    ['nothing', (path) => writeFileSync(path, '')],
  ])('is had whatever lies in its place: %s', (_, put) => {
    const path = join(dir(), 'lock')
    put(path)
    const first = takeLock(path)
    expect(first).toBeDefined()
    expect(takeLock(path)).toBeUndefined()
    first?.release()
  })
})
