/** Forgetting a prompt takes it away; forgetting only its event leaves what was typed. No copy may change either. */
import { rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeBackup } from './backup.ts'
import { forgetKeys, keyOf } from './forget.ts'
import type { EventEntry } from './journal.ts'
import { keepEntry } from './keep-event.ts'
import { useStoreFolder } from './recovery.fixture.ts'
import { closeStore, type OpenedStore } from './recovery.ts'
import { restoreAsked } from './restore.ts'
import { PROJECT, promptEvent, T0 } from './store.fixture.ts'

const { paths, open } = useStoreFolder()
const hook = (id: string, at: number): EventEntry => ({
  op: 'event',
  session: { sessionId: 'session-1', project: PROJECT, cwd: PROJECT.root, entrypoint: 'cli' },
  event: promptEvent(id, `words of ${id}`, { at }),
})
const line = (id: string, at: number): EventEntry => ({
  ...hook(id, at),
  event: promptEvent(id, `words of ${id}`, { at, origin: 'transcript', lineId: `line-${id}`, position: at - T0 }),
})
const TYPED: [id: string, at: number][] = [
  ['gone', T0],
  ['stays', T0 + 1],
]
const lines = TYPED.map(([id, at]) => line(id, at))

let store: OpenedStore
let backup: string

beforeEach(async () => {
  store = await open()
  deliver(TYPED.map(([id, at]) => hook(id, at)))
})
afterEach(() => store.db.close())

describe.each(['before', 'after'])('with the transcript read %s the forgetting, the prompts are the same', (when) => {
  beforeEach(async () => {
    if (when === 'before') deliver(lines)
    const keepFrom = store.journal.rotate(Date.now() + 1)
    backup = (await makeBackup(store.db, { folder: paths().backups, now: Date.now(), keep: 3 })) ?? ''
    store.journal.dropBefore(keepFrom)
    const keys = ['p:gone', keyOf('event', 'p:stays')]
    store.journal.append([{ op: 'forget', keys, at: T0 + 9 }])
    forgetKeys(store.db, { keys, at: T0 + 9 })
    store.journal.forget(keys)
    if (when === 'after') deliver(lines)
  })

  it('after it, and when hooks and transcript are delivered again', () => {
    expect(prompts()).toEqual(['words of stays'])
    deliver([...TYPED.map(([id, at]) => hook(id, at)), ...lines])
    expect(prompts()).toEqual(['words of stays'])
  })

  it('after a recovery from the backup before it', async () => {
    store.db.close()
    for (const part of ['', '-wal', '-shm']) rmSync(`${paths().database}${part}`, { force: true })
    store = await open()
    expect(store.recovered).toContain('restored from the backup')
    deliver(lines)
    expect(prompts()).toEqual(['words of stays'])
  })

  it.each([
    { knows: 'the journal', isDropped: false },
    { knows: 'the replaced database alone', isDropped: true },
  ])('after a person went back to that backup, and it is known to $knows', async ({ isDropped }) => {
    if (isDropped) store.journal.dropBefore(store.journal.rotate(Date.now() + 2))
    closeStore(store.db, paths())
    writeFileSync(paths().restore, JSON.stringify({ backup, withJournal: true }))
    restoreAsked(paths(), { now: Date.now() + 3, keepBackups: 3 })
    store = await open()
    deliver(lines)
    expect(prompts()).toEqual(['words of stays'])
  })
})

function deliver(entries: readonly EventEntry[]): void {
  store.journal.append(entries.filter(({ event }) => event.origin === 'hook'))
  for (const entry of entries) keepEntry(store.db, entry)
}

function prompts(): string[] {
  return store.db
    .all<{ text: string }>('SELECT prompt_text AS text FROM user_prompts ORDER BY created_at_epoch')
    .map(({ text }) => text)
}
