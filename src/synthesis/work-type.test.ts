import { describe, expect, it } from 'vitest'
import { commitType, typeOfTitle, workType } from './work-type.ts'

describe('commitType', () => {
  it.each([
    ['feat(cart): discounts', 'feature'],
    ['Fix path resolution after the move', 'bugfix'],
    ['refactor: one retry helper', 'refactor'],
    ['Move config.ts to src/', 'refactor'],
    ['docs: fix a typo', 'change'],
    ['Add dark mode', 'feature'],
    ['worker: no longer loses events', 'bugfix'],
    ['Release v1.2', 'change'],
  ])('%s is a %s', (subject, type) => expect(commitType(subject)).toBe(type))
})

describe('typeOfTitle', () => {
  it.each([
    ['Fixed (CRITICAL): added the return after an injection', 'bugfix'],
    ['Added warnings for all three paths', 'feature'],
    ['Created a rebase script', 'feature'],
    ['Simplified extractLines: it only filters by length', 'refactor'],
    ['Renamed the prompt, with an explanation added', 'refactor'],
    ['Removed the second call in src/tax.js', 'change'],
    ['The default case handles all other agents', undefined],
  ])('%s is a %s', (title, type) => expect(typeOfTitle(title)).toBe(type))
})

it('work without a commit is what its plan says, else the request, else the answer', () => {
  expect(workType(['Fix: walk the parent chain', 'add a flag', ''])).toBe('bugfix')
  expect(workType(['Totals', 'add a flag to the totals', 'Fixed it'])).toBe('feature')
  expect(workType(['', 'the totals, please', 'Fixed: the total rounds once'])).toBe('bugfix')
  expect(workType(['', 'the totals, please', 'Done'])).toBe('change')
})
