import { describe, expect, it } from 'vitest'
import { draft } from '../store/store.fixture.ts'
import { isSameMatter, isToldBy, mergeRepeats } from './repeats.ts'

const TITLE = 'The queue is drained before the worker closes'

describe('what is told twice in a session', () => {
  it('is one memory: the later words, under the identity of the first, with everything both knew', () => {
    const first = draft('s:1', { title: TITLE, facts: ['one'], filesModified: ['a.ts'], eventKeys: ['t:1'], at: 1 })
    const later = draft('s:2', {
      title: 'The queue is drained before the worker closes it',
      facts: ['two'],
      filesModified: ['b.ts'],
      eventKeys: ['t:2'],
      at: 2,
    })
    const [only, ...others] = mergeRepeats([first, later])
    expect(others).toEqual([])
    expect(only).toMatchObject({
      key: 's:1',
      title: 'The queue is drained before the worker closes it',
      facts: ['one', 'two'],
      filesModified: ['a.ts', 'b.ts'],
      eventKeys: ['t:1', 't:2'],
      discoveryTokens: 1800,
      at: 2,
    })
  })

  it('keeps the long text when the later telling only confirms it', () => {
    const text = 'The worker closed its socket while jobs were waiting, and they were lost. Now it waits for them.'
    const first = draft('s:1', { title: TITLE, narrative: text })
    expect(mergeRepeats([first, draft('s:2', { title: TITLE, narrative: 'It waits.' })])).toMatchObject([
      { key: 's:1', narrative: text },
    ])
  })

  it('is told as done where a plan and what came of it say the same', () => {
    const done = draft('s:1', { title: `Carried out: ${TITLE}`, type: 'change' })
    const plan = draft('s:1:plan', { title: `Plan: ${TITLE}`, type: 'decision' })
    expect(mergeRepeats([done, plan])).toMatchObject([{ key: 's:1', title: `Carried out: ${TITLE}`, type: 'change' }])
  })

  it('is not what only shares a few words', () => {
    const other = draft('s:2', { title: 'The queue is shown in the side bar of the admin page' })
    expect(mergeRepeats([draft('s:1', { title: TITLE }), other])).toHaveLength(2)
  })

  it('is not a rule and a memory that say the same', () => {
    expect(mergeRepeats([draft('s:1', { title: TITLE }), draft('s:2', { title: TITLE, standing: true })])).toHaveLength(
      2,
    )
  })
})

describe('two titles name one matter', () => {
  it('when one has nearly all words of the other', () => {
    expect(isSameMatter(TITLE, TITLE)).toBe(true)
    expect(isSameMatter(TITLE, 'The worker drains the queue before it closes')).toBe(true)
    expect(isSameMatter('缓存在关闭时刷新', '缓存会在关闭时刷新')).toBe(true)
  })
  it('also when a value in it changed', () => {
    expect(isSameMatter('Uploads of more than 10 MB are refused', 'Uploads of more than 20 MB are refused')).toBe(true)
  })
  it('not when each names code of its own', () => {
    expect(isSameMatter('maxRetries is 5 in all queues of the shop', 'maxJobs is 5 in all queues of the shop')).toBe(
      false,
    )
    const [one, other] = [
      'limit1 is now 50, because orders were refused',
      'limit2 is now 50, because orders were refused',
    ]
    expect(isSameMatter(one, other)).toBe(false)
    expect(mergeRepeats([draft('s:1', { title: one }), draft('s:2', { title: other })])).toHaveLength(2)
  })
  it('not when a word or two are all they have', () => {
    expect(isSameMatter('Queue limits', 'Queue limits of the admin page')).toBe(false)
    expect(isSameMatter(TITLE, 'Receipts are printed in A4')).toBe(false)
  })
})

it('a memory is told already where a text has all it says, and not where it only begins alike', () => {
  const memory = { title: TITLE, narrative: 'Jobs were lost on every deploy.' }
  expect(isToldBy(memory, `${TITLE}. Jobs were lost on every deploy, said the owner.`)).toBe(true)
  expect(isToldBy(memory, TITLE)).toBe(false)
  expect(isToldBy({ title: '', narrative: '' }, TITLE)).toBe(false)
})
