import { describe, expect, it } from 'vitest'
import { putObservation } from '../store/observations.ts'
import { draft, memoryDatabase, PROJECT, T0 } from '../store/store.fixture.ts'
import { corpusOf } from './corpus.ts'
import { termsOf } from './query-terms.ts'
import { search } from './search.ts'

describe('a memory that was just stored', () => {
  it('is found at once, also when its words were asked for in vain a moment before', async () => {
    const db = memoryDatabase()
    const find = async (text: string) => (await search({ db, now: T0 }, { text, limit: 5 })).hits.map((hit) => hit.id)
    expect(await find('why was the discount taken off twice')).toEqual([])
    const id = putObservation(db, { draft: draft('s:1'), session: undefined, project: PROJECT.id, source: 'local' })?.id
    expect(await find('why was the discount taken off twice')).toEqual([id])
    const later = draft('s:2', { title: 'Quokkas need vitamins', narrative: '', facts: [], subtitle: '' })
    expect(await find('quokkas')).toEqual([])
    const second = putObservation(db, { draft: later, session: undefined, project: PROJECT.id, source: 'local' })?.id
    expect(await find('quokkas')).toEqual([second])
  })
})

it('a word is known by its stem, also after the word itself was looked for among the stems', () => {
  const db = memoryDatabase()
  const made = draft('s:1', { title: 'Invoices require a number', narrative: '', facts: [], subtitle: '' })
  putObservation(db, { draft: made, session: undefined, project: PROJECT.id, source: 'local' })
  const corpus = corpusOf(db, undefined)
  const [term] = termsOf('require')
  expect(corpus.has('require'), 'the stem is requir').toBe(false)
  expect(term && corpus.occurrences(term).all).toBe(1)
  expect(corpus.has('require')).toBe(false)
})
