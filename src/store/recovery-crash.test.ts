/** The moments when a crash, a full disk or a lock could turn a small problem into a loss. */
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { isDamaged } from './backup.ts'
import { Journal } from './journal.ts'
import { remember, remembered, titles, useStoreFolder } from './recovery.fixture.ts'
import { T0 } from './store.fixture.ts'

const { dir, paths, open } = useStoreFolder()

describe('a recovery that was itself interrupted', () => {
  it('goes on at the next start: what the journal holds is not lost', async () => {
    const store = await open()
    remember(store, 'kept')
    store.db.close()
    const { database } = paths()
    const file = openSync(database, 'r+')
    writeSync(file, Buffer.alloc(statSync(database).size, 0x5a))
    closeSync(file)
    rmSync(`${database}-wal`, { force: true })
    // Killed after the damaged file was set aside and before the journal was read: the journal cannot be opened now.
    const journal = paths().journal
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
    const other = new DatabaseSync(paths().database)
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    expect(() => isDamaged(paths().database, { waitMs: 50 })).toThrow(/lock/)
    other.close()
    expect(isDamaged(paths().database)).toBe(false)
  })
})

describe('the journal', () => {
  it('keeps the next entry whole after one that did not fit on the disk', () => {
    const journal = new Journal(join(dir(), 'journal'), T0)
    journal.append([remembered('before')])
    const [file = ''] = readdirSync(join(dir(), 'journal')).map((name) => join(dir(), 'journal', name))
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
    const [file = ''] = readdirSync(paths().journal)
    const text = readFileSync(join(paths().journal, file), 'utf8')
    expect(text).not.toContain('"title":"secret plan"')
    expect(text).toContain('"title":"other"')
    again.db.close()
  })
})
