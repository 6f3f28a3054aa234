/** What the ledger says of one memory: every session that was told it, where, when and why. */
import { describe, expect, it } from 'vitest'
import { putInjections } from '../src/store/ledger.ts'
import { memoryDatabase } from '../src/store/store.fixture.ts'
import { asker, quietParts } from './support/http-parts.ts'
import { seed } from './support/seed.ts'

const HOME = '/home/me/code/shop'
const db = memoryDatabase()
seed(db, HOME)
const tell = (sessionId: string, surface: string, at: number, observations: number[]) =>
  putInjections(db, {
    ...{ sessionId, surface, at, tokens: 90 },
    injections: observations.map((observation) => ({
      observation,
      score: 0.8,
      parts: { recency: at / 10 },
      tokens: 20,
    })),
  })
tell('first', 'session_start', 1, [1, 2])
tell('second', 'prompt', 2, [2])
tell('second', 'read', 3, [2, 3])
tell('gone', 'session_start', 4, [3])
const ask = asker(quietParts(db))

describe('the ledger of a memory', () => {
  it('names every telling of it, newest first, with session, occasion and the parts of the score', async () => {
    const { body } = await ask('/api/ledger?observation=2')
    expect(body).toMatchObject({ session: null, count: 3, tokens: 40, gateTokens: 20, texts: [] })
    expect(body.injections).toMatchObject([
      { session: 'second', session_db_id: 2, surface: 'read', at: 3 },
      { session: 'second', session_db_id: 2, surface: 'prompt', at: 2, parts: { recency: 0.2 }, score: 0.8 },
      { session: 'first', session_db_id: 1, surface: 'session_start', at: 1 },
    ])
    expect(new Set(body.injections.map((one: { observation: number }) => one.observation))).toEqual(new Set([2]))
  })

  it('counts them all, also where fewer are asked for', async () => {
    const { body } = await ask('/api/ledger?observation=2&limit=1')
    expect([body.count, body.injections.length]).toEqual([3, 1])
  })

  it('is narrowed to a session, and has no number of one that is not kept', async () => {
    expect((await ask('/api/ledger?observation=2&session=S2')).body).toMatchObject({ session: 'second', count: 2 })
    expect((await ask('/api/ledger?observation=3')).body.injections).toMatchObject([
      { session: 'gone', session_db_id: null },
      { session: 'second', session_db_id: 2 },
    ])
  })

  it('is empty for one that was never told', async () => {
    expect((await ask('/api/ledger?observation=5')).body).toMatchObject({ count: 0, tokens: 0, injections: [] })
  })

  it('refuses what is no memory', async () => {
    expect(await ask('/api/ledger?observation=999')).toMatchObject({
      status: 404,
      body: { error: { message: 'There is no memory 999.' } },
    })
    for (const wrong of ['', 'two', '-1', '0', '1.5'])
      expect(await ask(`/api/ledger?observation=${wrong}`), wrong).toMatchObject({
        status: 400,
        body: { error: { field: 'observation' } },
      })
  })
})
