import { beforeEach, describe, expect, it } from 'vitest'
import type { PassageKind } from '../memory/passage.ts'
import type { Database } from '../store/database.ts'
import { putObservation } from '../store/observations.ts'
import { putTurns } from '../store/passages.ts'
import type { MemoryKind } from '../store/search.ts'
import { putProject } from '../store/sessions.ts'
import { draft, memoryDatabase, PROJECT, someSession, T0 } from '../store/store.fixture.ts'
import { search } from './search.ts'
import type { SearchQuery } from './search-query.ts'

const OTHER = { id: '/home/me/billing', name: 'billing', root: '/home/me/billing' }
const EVERY: MemoryKind[] = ['observation', 'summary', 'prompt', 'passage']

let db: Database
let session: number
beforeEach(() => {
  db = memoryDatabase()
  putProject(db, OTHER, T0)
  session = someSession(db)
})

/** A turn with what was said in it, and memories made of it by their titles. */
function turn(key: string, said: string[], titles: string[] = [], project = PROJECT.id): number[] {
  const passages = said.map((text, at) => ({
    eventKey: `${key}/${at}`,
    part: 0,
    kind: 'agent' as PassageKind,
    text,
    at: T0,
  }))
  putTurns(db, { session, project, turns: [{ key, files: [], at: T0, passages }], read: new Set() })
  return titles.map((title, at) => {
    const words = { title, subtitle: '', narrative: '', facts: [], concepts: [], filesRead: [], filesModified: [] }
    const memory = draft(at === 0 ? key : `${key}:${at}`, { ...words, turn: key })
    return putObservation(db, { draft: memory, session, project, source: 'local' })?.id ?? 0
  })
}

const ask = async (text: string, more: Partial<SearchQuery> = {}) =>
  (await search({ db, now: T0 }, { text, limit: 10, kinds: EVERY, ...more })).hits
const shown = async (text: string, more: Partial<SearchQuery> = {}) =>
  (await ask(text, more)).map((hit) => `${hit.kind} ${hit.id}: ${hit.said.map((one) => one.text).join(' | ')}`)

describe('what was said', () => {
  it('finds the memory made of it, by words the memory does not have', async () => {
    const [id] = turn(
      's:1',
      ['The walrus cache drops receipts when the disk is full.'],
      ['Receipts survive a full disk'],
    )
    turn('s:2', ['Discounts are percent.'], ['Discounts of whole carts'])
    const expected = [`observation ${id}: The walrus cache drops receipts when the disk is full.`]
    expect(await shown('walrus cache')).toEqual(expected)
    expect(await shown('walrus cache', { kinds: ['observation'] })).toEqual(expected)
  })

  it('stands for itself where its turn left no memory', async () => {
    turn('s:1', ['The walrus cache drops receipts.'])
    expect(await shown('walrus')).toEqual(['passage 1: The walrus cache drops receipts.'])
    expect(await shown('walrus', { kinds: ['observation'] })).toEqual([])
  })

  it('makes one row of a turn, with its best memory, the two best passages and the other memories behind it', async () => {
    const said = [
      'The walrus cache is slow.',
      'The walrus cache drops receipts.',
      'Discounts are percent.',
      'A walrus.',
    ]
    const [first, second] = turn('s:1', said, ['The walrus cache drops receipts no more', 'Discounts of the walrus'])
    const [hit, ...others] = await ask('walrus cache receipts')
    expect(others).toEqual([])
    expect(hit).toMatchObject({ kind: 'observation', id: first, folded: [second] })
    expect(hit?.said.map(({ text }) => text)).toEqual(['The walrus cache drops receipts.', 'The walrus cache is slow.'])
  })

  it('counts for its own memory alone, and the parts of the score add up', async () => {
    turn('s:1', ['The walrus cache drops receipts when the disk is full.'], ['Receipts and the disk'])
    turn('s:2', ['Nothing else.'], ['The receipts'])
    const hits = await ask('walrus receipts', { explain: true, kinds: ['observation'] })
    const sums = hits.map(({ explain }) => {
      const {
        matched: _,
        missing: __,
        coverage: ___,
        similarity: ____,
        bearing: _____,
        ...parts
      } = explain ?? ({} as never)
      return Object.values(parts).reduce((sum, part) => sum + part, 0)
    })
    expect(hits.map(({ explain }) => (explain?.said ?? 0) > 0)).toEqual([true, false])
    expect((sums[1] ?? 0) / (sums[0] ?? 1)).toBeCloseTo(hits[1]?.score ?? 0, 6)
  })

  it('is not found from another project, by type, or by a date before it', async () => {
    turn('s:1', ['The walrus cache drops receipts.'], [], OTHER.id)
    expect(await shown('walrus', { projects: [PROJECT.id] })).toEqual([])
    expect(await shown('walrus', { hidden: [OTHER.id] })).toEqual([])
    expect(await shown('walrus', { types: ['bugfix'] })).toEqual([])
    expect(await shown('walrus', { range: { to: T0 - 1 } })).toEqual([])
    expect(await shown('walrus', { projects: [OTHER.id] })).toHaveLength(1)
  })

  it('is known: no word of it is called unknown', async () => {
    turn('s:1', ['The walrus cache drops receipts.'])
    const found = await search({ db, now: T0 }, { text: 'walrus narwhal', limit: 9, kinds: EVERY })
    expect(found.unknown).toEqual(['narwhal'])
  })

  it('is not listed where nobody asked for words', async () => {
    const [id] = turn('s:1', ['The walrus cache drops receipts.'], ['Receipts'])
    turn('s:2', ['Nothing came of it.'])
    expect((await ask('')).map((hit) => [hit.kind, hit.id])).toEqual([['observation', id]])
  })
})
