/** What was said in a turn, over HTTP: all of it where it fits, its beginning and its end where it does not. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { PassageKind } from '../src/memory/passage.ts'
import type { Database } from '../src/store/database.ts'
import { putObservation } from '../src/store/observations.ts'
import { putTurns } from '../src/store/passages.ts'
import { draft, memoryDatabase, PROJECT, someSession, T0 } from '../src/store/store.fixture.ts'
import { asker, quietParts } from './support/http-parts.ts'

let db: Database
let session: number
beforeEach(() => {
  db = memoryDatabase()
  session = someSession(db)
})

function say(texts: string[]): void {
  const passages = texts.map((text, at) => ({
    eventKey: `m:${at}`,
    part: 0,
    kind: (at === 0 ? 'user' : 'agent') as PassageKind,
    text,
    at: T0 + at,
  }))
  const turns = [{ key: 'session-1:p:1', files: ['src/total.ts'], at: T0 + 9, passages }]
  putTurns(db, { session, project: PROJECT.id, turns, read: new Set() })
}

describe('a turn', () => {
  it('is given as it was said, with its place, its files and the memories made of it', async () => {
    say(['why is the total off?', 'Prices come in as floats.'])
    putObservation(db, {
      draft: draft('session-1:p:1', { turn: 'session-1:p:1' }),
      session,
      project: PROJECT.id,
      source: 'local',
    })
    const { status, body } = await asker(quietParts(db))('/api/turn?id=1')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: 1,
      session_id: 'session-1',
      project_id: PROJECT.id,
      files: ['src/total.ts'],
      said: [
        { kind: 'user', text: 'why is the total off?' },
        { kind: 'agent', text: 'Prices come in as floats.' },
      ],
      memories: [1],
    })
  })

  it('that is too long begins with what was asked and ends as it ended, and says what is left out', async () => {
    say([
      'why is the total off?',
      ...Array.from({ length: 9 }, (_, at) => `Step ${at}: ${'looked at prices '.repeat(12)}`),
    ])
    const { body } = await asker(quietParts(db))('/api/turn?id=1&tokens=200')
    const texts = body.said.map(({ text }: { text: string }) => text.slice(0, 6))
    expect(texts[0]).toBe('why is')
    expect(texts.at(-1)).toBe('Step 8')
    expect(body.said[1].left_out).toBe(9 - (texts.length - 1))
  })

  it('that is not kept is not found, and an id must be one', async () => {
    const ask = asker(quietParts(db))
    expect(await ask('/api/turn?id=7')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    expect(await ask('/api/turn?id=T7')).toMatchObject({ status: 400, body: { error: { code: 'bad_input' } } })
  })
})
