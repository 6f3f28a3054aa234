/** The database is lost right after a forgetting, before there is a new backup: what was meant to stay is there again. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../../../memory/event.ts'
import { editCall } from '../../../memory/tool-call.fixture.ts'
import { makeBackup } from '../../../store/backup.ts'
import type { Wish } from '../../../store/doomed.ts'
import { findWaiting } from '../../../store/events.ts'
import type { EventEntry } from '../../../store/journal.ts'
import { keepEntry } from '../../../store/keep-event.ts'
import { findRecentObservations } from '../../../store/observations.ts'
import { inflateText } from '../../../store/passages.ts'
import { useStoreFolder } from '../../../store/recovery.fixture.ts'
import type { OpenedStore } from '../../../store/recovery.ts'
import { PROJECT, promptEvent, T0, toolEvent } from '../../../store/store.fixture.ts'
import { dataFolder } from '../../process/data-folder.ts'
import { distilSession } from '../distil/distil.ts'
import { makeErasure } from './erasure.ts'
import { carryOutForgetting, planForgetting } from './forget.ts'

const { dir, paths, open } = useStoreFolder()
let store: OpenedStore

beforeEach(async () => {
  store = await open()
})
afterEach(() => store.db.close())

const MINUTE_MS = 60_000
const ASKS = 'From now on always run the linter before a commit. And why does the importer drop every second row?'
const SAYS = 'Fixed: the importer advanced its zqvornbex cursor twice, so every second row was dropped.'

/** As hooks deliver them. */
function turn(n: number, by: { asks: string; says: string; file: string }): MemoryEvent[] {
  const [id, at] = [`monday-${n}`, T0 + n * MINUTE_MS]
  const one = { sessionId: 'monday', origin: 'hook' as const }
  const file = `${PROJECT.root}/${by.file}`
  return [
    promptEvent(id, by.asks, { ...one, at }),
    toolEvent(id, { ...one, at: at + 1000, tool: 'Edit', call: editCall(file, 'a = 1', 'a = 2') }),
    { ...one, key: `e:${id}`, kind: 'stopped', at: at + 3000, text: by.says, failed: false },
  ]
}
const IMPORTER = turn(1, { asks: ASKS, says: SAYS, file: 'src/importer.js' })
const GOES_ON = turn(2, { asks: 'Go on.', says: 'The reader of the feed now counts its rows.', file: 'src/feed.js' })
const PRICES = turn(3, {
  asks: 'Let the nightly job fill the cache of prices.',
  says: 'Done: the cache of prices was filled by every request, and the nightly job fills it now.',
  file: 'src/prices.js',
})

function deliver(events: readonly MemoryEvent[]): void {
  const session = { sessionId: 'monday', project: PROJECT, cwd: PROJECT.root, entrypoint: 'cli' }
  const entries = events.map((event): EventEntry => ({ op: 'event', session, event }))
  store.journal.append(entries)
  for (const entry of entries) keepEntry(store.db, entry)
}

function distil(): void {
  for (const waiting of findWaiting(store.db)) distilSession(store.db, waiting)
}

async function backUp(): Promise<void> {
  const keepFrom = store.journal.rotate(Date.now() + 1)
  await makeBackup(store.db, { folder: paths().backups, now: Date.now(), keep: 3 })
  store.journal.dropBefore(keepFrom)
}

/** Whose backup cannot be made. */
const erasure = () =>
  makeErasure({
    ...{ db: store.db, journal: store.journal, paths: paths(), folder: dataFolder(dir()) },
    unusedVectors: undefined,
    alone: async () => undefined as never, // as of a backup that is not sound
  })

/** As far as the new backup, which is not made. */
async function forget(wish: Wish): Promise<void> {
  const plan = planForgetting(store.db, wish)
  await carryOutForgetting({ ...store, erasure: erasure(), now: T0 + 60 * MINUTE_MS }, plan)
  distil()
}

async function loseDatabase(): Promise<void> {
  store.db.close()
  for (const part of ['', '-wal', '-shm']) rmSync(`${paths().database}${part}`, { force: true })
  store = await open()
  distil()
}

const memories = () => findRecentObservations(store.db, { project: PROJECT.id, limit: 50 })
const idOf = (word: string) => memories().find(({ narrative, standing }) => !standing && narrative.includes(word))?.id

/** What a person can find, but for its numbers. */
function everything() {
  const { db } = store
  return {
    memories: memories().map(({ id: _, turnId, ...memory }) => ({ ...memory, hasTurn: turnId !== undefined })),
    prompts: db.all('SELECT event_key, prompt_text, created_at_epoch FROM user_prompts ORDER BY created_at_epoch'),
    said: db
      .all<{ turn: string; text: Uint8Array }>(
        'SELECT t.key AS turn, p.text FROM passages p JOIN turns t ON t.id = p.turn_id ORDER BY t.key, p.event, p.part',
      )
      .map(({ turn: key, text }) => `${key}: ${inflateText(text)}`),
    sessions: db.all('SELECT claude_session_id, user_prompt FROM sdk_sessions'),
  }
}

const journalText = () =>
  readdirSync(paths().journal)
    .map((name) => readFileSync(join(paths().journal, name), 'utf8'))
    .join()

const BACKUPS = ['never', 'before the session', 'in the middle of the turn', 'after it']

describe.each(BACKUPS)('with a backup made %s', (when) => {
  const work = async () => {
    if (when === 'before the session') await backUp()
    deliver(IMPORTER)
    distil()
    if (when === 'in the middle of the turn') await backUp()
    deliver([...GOES_ON, ...PRICES])
    distil()
    if (when === 'after it') await backUp()
  }

  it('a memory that was forgotten is gone; its prompt and the other memories of its turn are there again', async () => {
    await work()
    await forget({ kind: 'memories', ids: [idOf('zqvornbex') ?? 0], withPrompts: false })
    const before = everything()
    expect(
      before.memories.map(({ standing }) => standing),
      'the rule of the same turn',
    ).toContain(true)
    expect(before.prompts, 'all but the one it was made from').toHaveLength(2)
    expect(JSON.stringify(before)).not.toContain('zqvornbex')
    expect(journalText()).not.toContain('zqvornbex')
    await loseDatabase()
    expect(everything()).toEqual(before)
    await loseDatabase()
    expect(everything(), 'once more').toEqual(before)
  })

  it('a time that was forgotten takes half a request, and what was said in the rest of it is there again', async () => {
    await work()
    const to = T0 + MINUTE_MS + 2000
    await forget({ kind: 'matching', words: [], projects: undefined, from: undefined, to })
    const before = everything()
    expect(before.said.length).toBeGreaterThan(1)
    await loseDatabase()
    expect(everything()).toEqual(before)
  })

  it('what stayed and was forgotten afterwards is gone from the journal too', async () => {
    await work()
    await forget({ kind: 'memories', ids: [idOf('zqvornbex') ?? 0], withPrompts: false })
    expect(JSON.stringify(everything())).toContain('linter')
    await forget({ kind: 'matching', words: ['linter'], projects: undefined, from: undefined, to: undefined })
    const before = everything()
    expect(JSON.stringify(before)).not.toContain('linter')
    expect(journalText()).not.toContain('linter')
    await loseDatabase()
    expect(everything()).toEqual(before)
  })

  it('a worker killed before it had written any of it to the journal loses nothing either', async () => {
    await work()
    const plan = planForgetting(store.db, { kind: 'memories', ids: [idOf('zqvornbex') ?? 0], withPrompts: false })
    erasure().owe({ keys: plan.keys, now: T0 + 60 * MINUTE_MS })
    const again = erasure()
    await again.run()
    distil()
    const before = everything()
    expect(before.prompts).toHaveLength(2)
    expect(JSON.stringify(before) + journalText()).not.toContain('zqvornbex')
    const written = journalText()
    await again.run()
    expect(journalText(), 'trying again writes nothing again').toBe(written)
    await loseDatabase()
    expect(everything()).toEqual(before)
  })
})
