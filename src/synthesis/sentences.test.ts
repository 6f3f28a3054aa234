import { describe, expect, it } from 'vitest'
import { findIntent } from './predicate.ts'
import {
  isAboutTheWork,
  isConcrete,
  isHedged,
  isPlan,
  plain,
  splitSentences,
  statesCause,
  statesDecision,
} from './sentences.ts'
import { fixTitle, MAX_TITLE, shorten, withoutLeadIn } from './titles.ts'

describe('splitSentences', () => {
  it('leaves code, lists and machine text out of the sentences', () => {
    const text =
      'The cache lives in `a.ts`. It is small, e.g. 3 KB.\n```ts\nconst x = 1\n```\n- Second point here.\n<system-reminder>secret words</system-reminder>'
    expect(splitSentences(text)).toEqual([
      'The cache lives in `a.ts`.',
      'It is small, e.g. 3 KB.',
      'Second point here.',
    ])
  })
})

describe('what a sentence does', () => {
  it.each([
    'Let me check `a.ts`.',
    "I'll add the test.",
    'Next, we should run it.',
    'We need to modify `f`.',
    'Now let us see; let me open it.',
  ])('%s is a plan', (sentence) => expect(isPlan(sentence)).toBe(true))
  it.each(['It might be the cache.', 'This should fix it.', 'The cause is likely `f`.', 'Is it `f`?'])(
    '%s is a guess',
    (sentence) => expect(isHedged(sentence)).toBe(true),
  )
  it.each(['The problem is that `f` rounds first.', 'It failed because `g` is null.', 'The root cause lies in `h`.'])(
    '%s states a cause',
    (sentence) => expect(statesCause(sentence)).toBe(true),
  )
  it('knows a decision', () => expect(statesDecision('Going with SQLite instead of files.')).toBe(true))
  it('knows talk about editing', () => expect(isAboutTheWork('The edit was applied to the file.')).toBe(true))
  it('knows what is concrete', () => {
    expect(isConcrete('The limit is 100 requests.')).toBe(true)
    expect(isConcrete('Everything works as before.')).toBe(false)
  })
  it('keeps powers and stars that are not markdown', () =>
    expect(plain('**Note** that x**2 and `a` hold.')).toBe('Note that x**2 and a hold'))
})

describe('findIntent', () => {
  it.each([
    [
      "Let's modify `_TR56` to check that the exponent is real before comparing.",
      '_TR56',
      'checks that the exponent is real before comparing',
    ],
    ['We need to ensure that the joining string is not escaped.', '', 'the joining string is not escaped'],
    ["I'll replace the loop with `retry.Do`.", 'retry.Do', 'replaces the loop'],
    [
      "Let's catch `ValueError` and raise a `ValidationError` instead.",
      undefined,
      'catches ValueError and raises a ValidationError instead',
    ],
  ])('%s', (sentence, subject, predicate) => expect(findIntent(sentence)).toEqual({ subject, predicate }))
  it('finds none in announcements of looking or of editing as such', () => {
    for (const sentence of [
      "Let's open `a.ts`.",
      "Let's create a script named repro.py.",
      'The function rounds.',
      "Let's fix the indentation this time.",
    ])
      expect(findIntent(sentence)).toBeUndefined()
  })
})

describe('titles', () => {
  it('keep the error and stay within the limit', () => {
    const title = fixTitle(
      'calibration.py converts what the calibrator predicts to an array before it is assigned to the slice of probabilities',
      { kind: 'ValueError', message: 'could not broadcast', files: [] },
      'python a.py',
    )
    expect(title).toContain('ValueError')
    expect(title.length).toBeLessThanOrEqual(MAX_TITLE)
  })
  it('end where a clause ends rather than in the middle of one', () => {
    expect(shorten('the total is rounded after tax, which keeps invoices and orders the same', 50)).toBe(
      'the total is rounded after tax',
    )
    const long = 'Chose a Set of codes over sorting them, because the order in which discounts apply must stay as typed'
    expect(shorten(long, 64)).toBe('Chose a Set of codes over sorting them')
  })
  it('say that f checks x where f was updated to check x', () => {
    expect(withoutLeadIn('Great! The parser has been updated to accept empty lines')).toBe('Parser accepts empty lines')
  })
})
