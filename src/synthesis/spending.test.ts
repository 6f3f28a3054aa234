import { describe, expect, it } from 'vitest'
import { CLIENT_TOKENS, costOf, localDay, mostTokens, nextMidnight } from './spending.ts'

const most = (text: string) => mostTokens({ own: [], observed: [text], maxOutputTokens: 0 }) - CLIENT_TOKENS

describe('what a call can cost at most', () => {
  it('is about a token for three letters of prose', () => {
    const prose = 'The same code entered twice took its share off twice, so totals were wrong. '.repeat(40)
    expect(most(prose)).toBeGreaterThan(prose.length / 3.5)
    expect(most(prose)).toBeLessThan(prose.length / 2)
  })

  it.each([
    ['digits', '8413770925550127'],
    ['hexadecimal', 'a3f9c27be01d44'],
    ['signs', '}{)(=>;!==&&||'],
    ['capitals', 'GATTACAGATTACA'],
    ['names with digits', 'x86_64utf8v2'],
    ['another script', '顧客は注文できない'],
    ['emoji', '🦘🦘🦘'],
  ])('is a token per byte of %s', (_, text) => expect(most(text)).toBe(Buffer.byteLength(text)))

  it('counts an indentation as one token', () => expect(most('        if')).toBe(2))

  it('adds what a client brings along, our own prompts and the whole answer', () => {
    const own = 'x'.repeat(250)
    expect(mostTokens({ own: [own], observed: [], maxOutputTokens: 700 })).toBe(100 + CLIENT_TOKENS + 700)
  })
})

describe('what a call did cost', () => {
  it('counts cached input a tenth', () =>
    expect(costOf({ input: 100, cacheWrite: 50, cacheRead: 1000, output: 7 })).toBe(257))

  it('is never less than nothing, whatever a server says', () =>
    expect(costOf({ input: -500, cacheWrite: 0, cacheRead: 0, output: 1 })).toBe(0))
})

describe('the day of a budget', () => {
  it('ends at the local midnight', () => {
    const evening = new Date(2026, 0, 5, 23, 59).getTime()
    expect(localDay(evening)).toBe('2026-01-05')
    expect(localDay(nextMidnight(evening))).toBe('2026-01-06')
    expect(localDay(nextMidnight(evening) - 1)).toBe('2026-01-05')
  })
})
