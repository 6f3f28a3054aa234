import { describe, expect, it } from 'vitest'
import type { SummaryDraft } from '../memory/observation.ts'
import { forgetModelWords, rewordSummary } from './enrichment.ts'
import { memoryDatabase, PROJECT, someSession, T0 } from './store.fixture.ts'
import { findSummary, isSummaryWorded, putSummary } from './summaries.ts'

const LOCAL: SummaryDraft = {
  request: 'Fix the discount',
  investigated: 'src',
  learned: '',
  completed: 'Codes count once',
  nextSteps: '',
  notes: '',
  filesRead: [],
  filesEdited: ['src/total.js'],
  discoveryTokens: 100,
  at: T0,
}

function stage() {
  const db = memoryDatabase()
  const session = someSession(db)
  const put = (more: Partial<SummaryDraft> = {}) =>
    putSummary(db, { session, project: PROJECT.id, draft: { ...LOCAL, ...more } })
  put()
  const words = { ...LOCAL, request: 'Why discounts were doubled', learned: 'Sets help' }
  rewordSummary(db, { session, words, model: 'm', promptVersion: 'v' })
  return { db, session, put }
}

describe('a summary that a model has worded', () => {
  it('keeps the words when the same draft comes again, with a later time and other costs', () => {
    const { db, session, put } = stage()
    put({ at: T0 + 1000, discoveryTokens: 250 })
    expect(findSummary(db, session)).toMatchObject({
      request: 'Why discounts were doubled',
      learned: 'Sets help',
      discoveryTokens: 250,
      createdAt: T0 + 1000,
    })
    expect(isSummaryWorded(db, session)).toBe(true)
  })

  it.each<[string, Partial<SummaryDraft>]>([
    ['says something else', { completed: 'Codes count once; receipts list them' }],
    ['names another file', { filesEdited: ['src/total.js', 'src/receipt.js'] }],
  ])('falls back to local words when the draft %s', (_, more) => {
    const { db, session, put } = stage()
    put(more)
    expect(findSummary(db, session)).toMatchObject({ request: 'Fix the discount', learned: '', ...more })
    expect(isSummaryWorded(db, session)).toBe(false)
  })

  it('falls back to local words when a replay asks for them', () => {
    const { db, session, put } = stage()
    forgetModelWords(db, { session, at: T0 + 5000 })
    put()
    expect(findSummary(db, session)?.request).toBe('Fix the discount')
  })
})
