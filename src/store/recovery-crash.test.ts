/** The moments in which a crash, a full disk or somebody else's lock could turn a small trouble into a loss. */
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isDamaged } from './backup.ts'
import { Journal, type JournalEntry } from './journal.ts'
import { findRecentObservations, putObservation } from './observations.ts'
import { type OpenedStore, openStore, storePaths } from './recovery.ts'
import { putProject } from './sessions.ts'
import { draft, PROJECT, T0 } from './store.fixture.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'store-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const open = () => openStore(storePaths(dir), { now: Date.now(), keepBackups: 3 })
const titles = (store: OpenedStore) =>
  findRecentObservations(store.db, { project: PROJECT.id, limit: 9 }).map((one) => one.title)
const remembered = (title: string): JournalEntry & { op: 'remember' } => ({
  op: 'remember',
  project: PROJECT,
  draft: draft(`user:${title}`, { title, eventKeys: [] }),
})

function remember(store: OpenedStore, title: string): void {
  const entry = remembered(title)
  putProject(store.db, PROJECT, T0)
  putObservation(store.db, {
    draft: entry.draft,
    session: undefined,
    project: PROJECT.id,
    source: 'user',
    pinned: true,
  })
  store.journal.append([entry])
}

describe('a recovery that was itself interrupted', () => {
  it('goes on at the next start: what the journal holds is not lost', async () => {
    const store = await open()
    remember(store, 'kept')
    store.db.close()
    const { database } = storePaths(dir)
    const file = openSync(database, 'r+')
    writeSync(file, Buffer.alloc(statSync(database).size, 0x5a))
    closeSync(file)
    rmSync(`${database}-wal`, { force: true })
    // Killed after the damaged file was set aside and before the journal was read: the journal cannot be opened now.
    const journal = storePaths(dir).journal
    const [name = ''] = readdirSync(journal)
    const text = readFileSync(join(journal, name))
    rmSync(join(journal, name))
    writeFileSync(join(journal, name.replace('.jsonl', '.jsonl.away')), text)
    const unreadable = join(journal, '00000000000001.jsonl')
    mkdirSync(unreadable)
    await expect(open()).rejects.toThrow()
    rmSync(unreadable, { recursive: true })
    writeFileSync(join(journal, name), text)
    const again = await open()
    expect(titles(again)).toEqual(['kept'])
    again.db.close()
  })
})

describe('a sound database', () => {
  it('is not taken for a damaged one because somebody else holds it', async () => {
    const store = await open()
    remember(store, 'kept')
    store.db.close()
    const other = new DatabaseSync(storePaths(dir).database)
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    expect(() => isDamaged(storePaths(dir).database, { waitMs: 50 })).toThrow(/lock/)
    other.close()
    expect(isDamaged(storePaths(dir).database)).toBe(false)
  })
})

describe('the journal', () => {
  it('keeps the next entry whole after one that did not fit on the disk', () => {
    const journal = new Journal(join(dir, 'journal'), T0)
    journal.append([remembered('before')])
    const [file = ''] = readdirSync(join(dir, 'journal')).map((name) => join(dir, 'journal', name))
    // What a full disk leaves behind: the beginning of a line.
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"op":"remem`)
    journal.append([remembered('after')])
    const found = [...journal.entries()].map((entry) => (entry.op === 'remember' ? entry.draft.title : ''))
    expect(found).toEqual(['before', 'after'])
  })

  it('loses forgotten text at the next start when the worker died before it could rewrite the file', async () => {
    const store = await open()
    store.journal.append([remembered('secret plan'), remembered('other')])
    store.journal.append([{ op: 'forget', keys: ['user:secret plan'], at: T0 }])
    store.db.close()
    const again = await open()
    const [file = ''] = readdirSync(storePaths(dir).journal)
    const text = readFileSync(join(storePaths(dir).journal, file), 'utf8')
    expect(text).not.toContain('"title":"secret plan"')
    expect(text).toContain('"title":"other"')
    again.db.close()
  })
})
