import { describe, expect, it } from 'vitest'
import type { Summary } from '../memory/observation.ts'
import { findOpenItems, type LaterWork } from './session-start-open.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.UTC(2026, 3, 7)

/** Sessions are numbered from the oldest; the newest comes first. */
const left = (...nextSteps: string[]): Summary[] =>
  nextSteps.map((text, at) =>
    summary({ session: nextSteps.length - at, createdAt: NOW - at * DAY_MS, nextSteps: text }),
  )

function summary(more: Partial<Summary>): Summary {
  return {
    id: 1,
    session: 1,
    sessionId: 's',
    project: 'p',
    projectName: 'shop',
    request: '',
    investigated: '',
    learned: '',
    completed: '',
    nextSteps: '',
    filesRead: [],
    filesEdited: [],
    notes: '',
    discoveryTokens: 0,
    createdAt: NOW,
    ...more,
  }
}

const open = (summaries: Summary[], later: LaterWork[] = []) => findOpenItems(summaries, later).map(({ text }) => text)

describe('what is open', () => {
  it('is what the last sessions left, newest first, each with its session', () => {
    const summaries = left('Publish the receipts; Rename the cart table', 'Measure the webhook')
    expect(findOpenItems(summaries, [])).toEqual([
      { session: 2, createdAt: NOW, text: 'Publish the receipts' },
      { session: 2, createdAt: NOW, text: 'Rename the cart table' },
      { session: 1, createdAt: NOW - DAY_MS, text: 'Measure the webhook' },
    ])
  })
  it('is not what a later session was asked, did or learned', () => {
    const summaries = left('', 'Publish the receipts; Rename the cart table; Measure the webhook', '')
    const later = {
      ...summaries[0],
      request: 'Please publish receipts',
      completed: 'Cart table renamed to basket',
    } as Summary // of three
    expect(open([later, ...summaries.slice(1)])).toEqual(['Measure the webhook'])
  })
  it('is not what a memory of a later session tells, but what one of its own or an earlier session tells', () => {
    const summaries = left('', 'Rename the cart table')
    const told = (session: number, createdAt: number) =>
      open(summaries, [{ session, createdAt, title: 'The cart table is renamed' }])
    expect(told(2, NOW)).toEqual([])
    expect(told(1, NOW)).toEqual(['Rename the cart table'])
    expect(told(0, NOW - 9 * DAY_MS)).toEqual(['Rename the cart table'])
  })
  it('is told once, though two sessions left it', () => {
    expect(open(left('Rename the cart table', 'Rename the table of the cart'))).toEqual(['Rename the cart table'])
  })
  it('is no question of a session before the last, and no line that introduces others', () => {
    expect(open(left('Shall I push the branch?; To do next:', 'Should totals be rounded in the database?'))).toEqual([
      'Shall I push the branch?',
    ])
  })
  it('is at most eight things, four of one session, of six sessions', () => {
    const steps = 'publish measure rename archive'.split(' ')
    const things = 'receipts totals webhooks carts codes orders'.split(' ')
    const list = (step: string) => things.map((thing) => `${step} ${thing}`).join('; ')
    const found = open(left(...steps.map(list)))
    expect(found).toHaveLength(8)
    expect(found.filter((text) => text.startsWith('publish'))).toHaveLength(4)
    expect(open(left('', '', '', '', '', '', 'Rename the cart table'))).toEqual([])
  })
  it('may be written as lines with marks, as models do', () => {
    expect(open(left('- Publish the receipts\n2. Rename the cart table'))).toEqual([
      'Publish the receipts',
      'Rename the cart table',
    ])
  })
})
