import { expect, it } from 'vitest'
import { search } from '../../../retrieval/search.ts'
import { putObservation } from '../../../store/observations.ts'
import { putTurns } from '../../../store/passages.ts'
import { draft, memoryDatabase, PROJECT, someSession, T0 } from '../../../store/store.fixture.ts'
import { sizesFor } from './rows.ts'

const KEY = 'session-1:p:1'

async function passageOf(by: { title: string; said: string; query: string }): Promise<string | undefined> {
  const db = memoryDatabase()
  const session = someSession(db)
  const passage = { eventKey: `${KEY}/0`, part: 0, kind: 'agent' as const, text: by.said, at: T0 }
  const turns = [{ key: KEY, files: [], at: T0, passages: [passage] }]
  putTurns(db, { session, project: PROJECT.id, turns, read: new Set() })
  const memory = draft(KEY, { title: by.title, subtitle: '', narrative: '', facts: [], turn: KEY })
  putObservation(db, { draft: memory, session, project: PROJECT.id, source: 'local' })
  const { hits } = await search({ db, now: T0 }, { text: by.query, limit: 1 })
  return hits.flatMap(sizesFor(db, { query: by.query }).observation.index)[0]?.passage
}

it('a passage that says only what the title says is not shown below it', async () => {
  const title = 'Strip the nested variable in review calls'
  const query = 'nested variable'
  expect(await passageOf({ title, query, said: 'fix: strip the nested variable in review calls' })).toBeUndefined()
  const why = 'Without the nested variable the review refuses to start.'
  expect(await passageOf({ title, query, said: why })).toBe(why)
})
