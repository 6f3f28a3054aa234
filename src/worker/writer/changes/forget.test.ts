import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../../../memory/event.ts'
import { editCall } from '../../../memory/tool-call.fixture.ts'
import type { Database } from '../../../store/database.ts'
import type { Wish } from '../../../store/doomed.ts'
import { findWaiting } from '../../../store/events.ts'
import { Journal } from '../../../store/journal.ts'
import { keepEvent } from '../../../store/keep-event.ts'
import { findRecentObservations } from '../../../store/observations.ts'
import { endSession, findSessionNumber, putProject, putSession } from '../../../store/sessions.ts'
import { memoryDatabase, PROJECT, promptEvent, T0, toolEvent } from '../../../store/store.fixture.ts'
import { findRecentSummaries } from '../../../store/summaries.ts'
import { distilSession } from '../distil/distil.ts'
import { carryOutForgetting, countForgetting, planForgetting } from './forget.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FEED = { id: 'github.com/acme/feed', name: 'feed', root: '/home/me/feed' }

let db: Database
let folder: string
let journal: Journal

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forget-'))
  journal = new Journal(folder, T0)
  db = memoryDatabase()
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A prompt, an edit and what the agent said of it. */
function turn(
  sessionId: string,
  by: { n: number; asks: string; says: string; file: string; at: number },
): MemoryEvent[] {
  const one = { sessionId, origin: 'hook' as const }
  const id = `${sessionId}-${by.n}`
  return [
    promptEvent(id, by.asks, { ...one, at: by.at }),
    toolEvent(id, { ...one, at: by.at + 1000, tool: 'Edit', call: editCall(by.file, 'a = 1', 'a = 2') }),
    { ...one, key: `m:${id}`, kind: 'assistant_text', at: by.at + 2000, text: by.says },
    { ...one, key: `e:${id}`, kind: 'stopped', at: by.at + 3000, text: by.says, failed: false },
  ]
}

const IMPORTER = {
  n: 1,
  asks: 'Why does the importer drop every second row?',
  says: 'Fixed: the importer advanced its cursor twice, so every second row was dropped.',
  file: `${PROJECT.root}/src/importer.js`,
}
const PRICES = {
  n: 2,
  asks: 'Let the nightly job fill the cache of prices.',
  says: 'Done: the cache of prices was filled by every request, and the nightly job fills it now.',
  file: `${PROJECT.root}/src/prices.js`,
}

function keep(sessionId: string, events: MemoryEvent[], project = PROJECT): number {
  putProject(db, project, T0)
  const at = events[0]?.at ?? T0
  const facts = { sessionId, project: project.id, cwd: project.root, transcriptPath: undefined, entrypoint: 'cli' }
  const session = putSession(db, { ...facts, at })
  for (const event of events) keepEvent(db, { session, project: project.id, event })
  endSession(db, { session, at: (events.at(-1)?.at ?? at) + 1, status: 'completed' })
  distilWaiting()
  return session
}

function distilWaiting(): void {
  for (const waiting of findWaiting(db)) distilSession(db, waiting)
}

function twoTurns(sessionId = 'monday', at = T0): number {
  return keep(sessionId, [...turn(sessionId, { ...IMPORTER, at }), ...turn(sessionId, { ...PRICES, at: at + 60_000 })])
}

const titled = (word: string) =>
  findRecentObservations(db, { project: PROJECT.id, limit: 50 }).filter(({ title, narrative }) =>
    `${title} ${narrative}`.includes(word),
  )
const idOf = (word: string) => titled(word)[0]?.id ?? 0
const owed: string[][] = []
const erasure = {
  owe: ({ keys }: { keys: readonly string[] }) => void owed.push([...keys]),
  deleted: () => {},
  run: async () => undefined,
  stop: async () => {},
}

async function forget(wish: Wish) {
  const plan = planForgetting(db, wish)
  const seen = countForgetting(db, plan)
  const gone = await carryOutForgetting({ db, journal, erasure, now: T0 }, plan)
  expect(gone, 'a preview is what happens').toEqual(seen)
  distilWaiting()
  return { ...gone, left: plan.left, first: plan.first }
}

/** Every text in the database that holds the word, by table. */
function tablesWith(word: string): string[] {
  const tables = ['observations', 'observation_queue', 'user_prompts', 'session_summaries', 'sdk_sessions', 'turns']
  return tables.filter((table) => JSON.stringify(db.all(`SELECT * FROM ${table}`)).includes(word))
}

const said = () =>
  db.all<{ n: number }>(`SELECT count(*) AS n FROM passages_fts WHERE passages_fts MATCH '"importer"'`)[0]?.n

/** Words with which a key to forget can begin. */
const NAMES = [
  'memory',
  'event',
  'passage',
  'change',
  'read',
  'said',
  'summary',
  'first',
  'session',
  'project',
  'words',
]

describe('forgetting a memory', () => {
  it('takes all events of its turn, says that its prompt stays, and leaves the other turn as it was', async () => {
    twoTurns()
    const prices = titled('nightly')
    const gone = await forget({ kind: 'memories', ids: [idOf('importer')], withPrompts: false })
    expect(gone).toMatchObject({
      observations: 1,
      events: 4,
      prompts: 0,
      left: { prompts: 1, memories: [], summaries: 0 },
    })
    expect(said()).toBe(0)
    expect(tablesWith('cursor twice'), 'the summary was made anew').toEqual([])
    expect(tablesWith('every second row')).toEqual(['user_prompts', 'sdk_sessions'])
    expect(titled('nightly')).toEqual(prices)
    expect(findRecentSummaries(db, { project: PROJECT.id, limit: 1 })[0]?.completed).toContain('prices')
  })

  it('takes what was typed and the summary along when asked to', async () => {
    twoTurns()
    const gone = await forget({ kind: 'memories', ids: [idOf('importer')], withPrompts: true })
    expect(gone).toMatchObject({ observations: 1, prompts: 1, summaries: 1, left: { prompts: 0, summaries: 0 } })
    expect(tablesWith('importer')).toEqual([])
    expect(tablesWith('nightly').length).toBeGreaterThan(2)
  })

  it('says that a summary stays which cannot be made anew', async () => {
    const session = twoTurns()
    db.run('UPDATE observation_queue SET event = NULL WHERE session_id = @session', { session })
    const { left } = await forget({ kind: 'memories', ids: [idOf('importer')], withPrompts: false })
    expect(left).toMatchObject({ summaries: 1 })
    expect(tablesWith('importer')).toContain('session_summaries')
  })

  it('names the other memories of its turn, which stay as they are', async () => {
    const asks = 'From now on always run the linter before a commit. And why does the importer drop every second row?'
    keep('monday', [
      ...turn('monday', { ...IMPORTER, asks, at: T0 }),
      ...turn('monday', { ...PRICES, at: T0 + 60_000 }),
    ])
    const [rule] = titled('linter').filter(({ standing }) => standing)
    const fixed = titled('cursor twice').find(({ id }) => id !== rule?.id)
    const { left } = await forget({ kind: 'memories', ids: [fixed?.id ?? 0], withPrompts: false })
    expect(left.memories).toEqual([rule?.id])
    const { turnId: _, ...kept } = rule ?? {}
    expect(titled('linter'), 'but for the turn, which is gone').toEqual([kept])
  })

  it('of which one id is wrong changes nothing', () => {
    twoTurns()
    const before = db.all('SELECT count(*) FROM observation_queue')
    const wish: Wish = { kind: 'memories', ids: [idOf('importer'), 9999], withPrompts: false }
    expect(() => planForgetting(db, wish)).toThrow('nothing was forgotten')
    expect(db.all('SELECT count(*) FROM observation_queue')).toEqual(before)
  })
})

describe('forgetting', () => {
  it('a prompt takes what was made of it and what tells of the session', async () => {
    twoTurns()
    const [prompt] = db.all<{ id: number }>(`SELECT id FROM user_prompts WHERE prompt_text LIKE '%importer%'`)
    expect(await forget({ kind: 'prompt', id: prompt?.id ?? 0 })).toMatchObject({ prompts: 1, summaries: 1 })
    expect(tablesWith(IMPORTER.asks)).toEqual([])
    expect(titled('nightly')).toHaveLength(1)
  })

  it('a session leaves nothing of it, and nothing of it comes back', async () => {
    const session = twoTurns()
    twoTurns('tuesday', T0 + DAY_MS)
    const gone = await forget({ kind: 'session', session })
    expect(gone).toMatchObject({ sessions: 1, prompts: 2, events: 8 })
    expect(findSessionNumber(db, 'monday')).toBeUndefined()
    expect(JSON.stringify(db.all('SELECT * FROM observation_queue'))).not.toContain('monday')
    expect(titled('importer').every(({ sessionId }) => sessionId === 'tuesday')).toBe(true)
    twoTurns('monday')
    expect(findRecentSummaries(db, { project: PROJECT.id, limit: 9 })).toHaveLength(1)
  })

  it.each(NAMES)('a session called %s, or one memory of it, leaves as much as any other', async (name) => {
    const session = twoTurns(name)
    const own = () => titled('')
    expect(own()).toHaveLength(2)
    const [id = 0] = own().map((memory) => memory.id)
    expect(await forget({ kind: 'memories', ids: [id], withPrompts: false })).toMatchObject({ observations: 1 })
    expect(own()).toHaveLength(1)
    expect(await forget({ kind: 'session', session })).toMatchObject({ observations: 1, sessions: 1 })
    expect(own()).toEqual([])
    twoTurns(name)
    expect(own(), 'nor does it come back').toEqual([])
  })

  it('words takes whatever holds all of them, wherever', async () => {
    twoTurns()
    expect(await forget(matching({ words: ['importer', 'nightly'] })), 'no text has both').toMatchObject({
      observations: 0,
    })
    const gone = await forget(matching({ words: ['importer'] }))
    expect(gone.observations).toBe(1)
    expect(gone.first[0]?.title).toContain('importer')
    expect(tablesWith('importer')).toEqual([])
    expect(said()).toBe(0)
    expect(titled('nightly')).toHaveLength(1)
  })

  it('words finds memories that are no longer shown, too', async () => {
    twoTurns()
    db.run('UPDATE observations SET dropped_at_epoch = 1 WHERE id = @id', { id: idOf('importer') })
    expect((await forget(matching({ words: ['IMPORTER'] }))).observations).toBe(1)
  })

  it('a percent sign or a quote asks for nothing else', async () => {
    twoTurns()
    for (const word of ['100%', 'r_w', '" OR title : "x', "it's"])
      expect(await forget(matching({ words: [word] })), word).toMatchObject({ observations: 0, events: 0 })
  })

  it('a project leaves the others alone', async () => {
    twoTurns()
    keep('feeds', turn('feeds', { ...IMPORTER, at: T0 + DAY_MS, file: `${FEED.root}/src/importer.js` }), FEED)
    const gone = await forget(matching({ projects: [PROJECT.id] }))
    expect(gone).toMatchObject({ sessions: 1, observations: 2 })
    expect(db.all('SELECT id FROM projects')).toEqual([{ id: FEED.id }])
    expect(db.all('SELECT DISTINCT project FROM observations')).toEqual([{ project: FEED.id }])
  })

  it('a file takes what names it, calls on it and what was said in its turns; nothing of other files', async () => {
    twoTurns()
    db.run(`INSERT INTO reads (claude_session_id, project, path, decision, file_tokens, told_tokens, created_at_epoch)
            VALUES ('monday', '${PROJECT.id}', 'src/importer.js', 'denied', 9, 9, ${T0})`)
    const gone = await forget(ofFile('src/importer.js'))
    expect(gone).toMatchObject({ observations: 1, events: 4, left: { prompts: 1 } })
    expect(gone.first[0]?.title).toContain('importer')
    expect(tablesWith('importer.js')).toEqual([])
    expect(titled('nightly')).toHaveLength(1)
    expect((await forget(ofFile('src/importer.js'))).observations).toBe(0)
  })

  it('a folder takes its files, and a path that only begins like another takes nothing', async () => {
    twoTurns()
    for (const path of ['sr', 'src/import', 'importer.js', 'src/importer_js', '%'])
      expect(await forget(ofFile(path)), path).toMatchObject({ observations: 0, events: 0 })
    expect(await forget(ofFile('src', { withPrompts: true }))).toMatchObject({ observations: 2, prompts: 2 })
    expect(tablesWith('src/')).toEqual([])
  })

  it('a time takes what is from it and leaves what came after', async () => {
    twoTurns()
    twoTurns('tuesday', T0 + DAY_MS)
    const gone = await forget(matching({ to: T0 + DAY_MS / 2 }))
    expect(gone).toMatchObject({ sessions: 1, events: 8, prompts: 2 })
    expect(tablesWith('monday')).toEqual([])
    expect(findSessionNumber(db, 'tuesday')).toBeDefined()
  })

  it('is owed before anything is deleted, and leaves the journal', async () => {
    twoTurns()
    const event = promptEvent('monday-1', IMPORTER.asks, { sessionId: 'monday' })
    const facts = { sessionId: 'monday', project: PROJECT, cwd: PROJECT.root, entrypoint: 'cli' }
    journal.append([{ op: 'event', session: facts, event }])
    owed.length = 0
    await forget(matching({ words: ['importer'] }))
    expect(owed[0]).toContain('p:monday-1')
    expect(JSON.stringify([...journal.entries()])).not.toContain('every second row')
  })
})

function ofFile(path: string, { withPrompts = false } = {}): Wish {
  return {
    kind: 'file',
    places: [{ project: PROJECT.id, root: PROJECT.root, path }],
    withPrompts,
    from: undefined,
    to: undefined,
  }
}

function matching(by: Partial<Wish & { kind: 'matching' }>): Wish {
  return { kind: 'matching', words: [], projects: undefined, from: undefined, to: undefined, ...by }
}
