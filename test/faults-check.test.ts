/** The faults run counts the prompts that must stand. What that check says is tried here, without faults. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MemoryEvent } from '../src/memory/event.ts'
import { editCall } from '../src/memory/tool-call.fixture.ts'
import type { Database } from '../src/store/database.ts'
import { findWaiting } from '../src/store/events.ts'
import { forgetKeys } from '../src/store/forget.ts'
import { keepEvent } from '../src/store/keep-event.ts'
import { memoryDatabase, PROJECT, promptEvent, someSession, T0, toolEvent } from '../src/store/store.fixture.ts'
import { planForgetting } from '../src/worker/writer/changes/forget.ts'
import { distilSession } from '../src/worker/writer/distil/distil.ts'
import { type PlannedSession, promptIdOf } from './faults/sessions.ts'
import { findPromptDifferences } from './faults/verify.ts'

const ASKED = [
  'add a note to the README that exports need Python 3.11',
  'ok push it',
  'Fill the cache of prices at night.',
]
const SAID = [
  'The README says it now.',
  'Pushed.',
  'The nightly job fills the cache of prices now, and no request has to.',
]
const SESSION: PlannedSession = { id: 'session-1', calls: ASKED.map((text) => ({ kind: 'prompt', text })) }
const prompts = ASKED.map((_, turn) => `p:${promptIdOf(SESSION.id, turn)}`)

let db: Database

beforeEach(() => {
  db = memoryDatabase()
  const session = someSession(db, SESSION.id)
  for (const event of eventsOf()) keepEvent(db, { session, project: PROJECT.id, event })
  for (const waiting of findWaiting(db)) distilSession(db, waiting)
})
afterEach(() => db.close())

it('a prompt stays when only its event went with a memory, and goes when the memory was made from it', () => {
  const first = memories()[0]
  expect(first?.made, 'the request, but not the word to go on with it').toContain(prompts[0])
  expect(first?.made).not.toContain(prompts[1])
  forgetMemory(first?.id)
  expect(standing()).toEqual(prompts.slice(1))
  expect(eventsLeft(), 'events go by whole requests').toEqual([prompts[2]])
  expect(differences()).toEqual([])
})

it('a forgotten prompt that is back is told, and so is one that is gone or stands twice', () => {
  forgetMemory(memories()[0]?.id)
  putRow(prompts[0] ?? '')
  expect(differences()).toEqual(['session-1: 2 typed, 3 stored', 'session-1: prompt 0 was forgotten and stands'])
  db.run('DELETE FROM user_prompts WHERE event_key = @key', { key: prompts[1] ?? '' })
  expect(differences(), 'as many as there should be, but another').toEqual([
    'session-1: prompt 0 was forgotten and stands',
  ])
  db.run('DELETE FROM user_prompts WHERE event_key = @key', { key: prompts[0] ?? '' })
  expect(differences()).toEqual(['session-1: 2 typed, 1 stored'])
  putRow(prompts[1] ?? '')
  putRow('p:the-line-of-another')
  expect(differences()).toEqual(['session-1: 2 typed, 3 stored'])
})

function eventsOf(): MemoryEvent[] {
  return ASKED.flatMap((asked, turn): MemoryEvent[] => {
    const at = T0 + turn * 60_000
    const one = { sessionId: SESSION.id, origin: 'hook' as const }
    const edit = editCall(`${PROJECT.root}/src/${turn}.js`, 'a = 1', 'a = 2')
    const said = SAID[turn] ?? ''
    return [
      promptEvent(promptIdOf(SESSION.id, turn), asked, { ...one, at }),
      toolEvent(`call-${turn}`, { ...one, at: at + 1000, tool: 'Edit', call: edit }),
      { ...one, key: `m:${turn}`, kind: 'assistant_text', at: at + 2000, text: said },
      { ...one, key: `e:${turn}`, kind: 'stopped', at: at + 3000, text: said, failed: false },
    ]
  })
}

function memories(): { id: number; made: string[] }[] {
  return db
    .all<{ id: number; made: string }>('SELECT id, event_keys AS made FROM observations ORDER BY id')
    .map(({ id, made }) => ({ id, made: JSON.parse(made) as string[] })) // written by the store
}

function forgetMemory(id = 0): void {
  const { keys } = planForgetting(db, { kind: 'memories', ids: [id], withPrompts: false })
  forgetKeys(db, { keys, at: T0 })
}

const keysOf = (sql: string) => db.all<{ key: string }>(sql).map(({ key }) => key)
const standing = () => keysOf('SELECT event_key AS key FROM user_prompts ORDER BY created_at_epoch')
const eventsLeft = () => keysOf(`SELECT event_key AS key FROM observation_queue WHERE kind = 'prompt'`)

function differences(): string[] {
  return findPromptDifferences({ db: db.handle, all: <Row>(sql: string) => db.all<Row & object>(sql) }, [SESSION])
}

function putRow(key: string): void {
  db.run(
    `INSERT INTO user_prompts (event_key, session_id, project, prompt_text, created_at_epoch)
     SELECT @key, id, project, 'again', started_at_epoch FROM sdk_sessions`,
    { key },
  )
}
