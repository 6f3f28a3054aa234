import { describe, expect, it } from 'vitest'
import { findJson } from './lenient-json.ts'

describe('JSON as models write it', () => {
  it.each([
    ['plain', '{"a":[1,true,null,"x"]}', { a: [1, true, null, 'x'] }],
    ['in a code fence', '```json\n{"a":1}\n```', { a: 1 }],
    ['between prose', 'Here it is: {"a":1} I hope it helps {sic}.', { a: 1 }],
    ['with trailing commas', '{"a":[1,2,],}', { a: [1, 2] }],
    ['with comments', '{ // first\n"a": 1 /* one */ }', { a: 1 }],
    ['with raw line breaks in strings', '{"a":"x\ny"}', { a: 'x\ny' }],
    ['with escapes', String.raw`{"a":"\u00e9 \"q\" \n \/ \x"}`, { a: 'é "q" \n / x' }],
    ['without commas', '{"a":1 "b":2}', { a: 1, b: 2 }],
  ])('is read %s', (_, text, value) => {
    expect(findJson(text)[0]).toEqual(value)
  })

  it('keeps the complete items when it was cut off', () => {
    const whole = '{"observations":[{"action":"drop","ref":"o1"},{"action":"improve","title":"half'
    expect(findJson(whole)).toEqual([{ observations: [{ action: 'drop', ref: 'o1' }] }])
    for (let end = 1; end < whole.length; end++) {
      const items = findJson(whole.slice(0, end)).flatMap((value) =>
        typeof value === 'object' && value !== null && 'observations' in value ? value.observations : [],
      )
      expect([[], [{ action: 'drop', ref: 'o1' }]]).toContainEqual(items)
    }
  })

  it('finds the items one by one when one of them is damaged', () => {
    const text =
      '{"observations":[{"action":"drop","ref":"o1"},{"title":"a "quoted" word"},{"action":"drop","ref":"o2"}]}'
    expect(findJson(text)).toEqual([
      { action: 'drop', ref: 'o1' },
      { action: 'drop', ref: 'o2' },
    ])
  })

  it.each([
    ['brackets', '['.repeat(500_000)],
    ['braces', '{"a":'.repeat(200_000)],
    ['an open string', `{"a":"${'x'.repeat(800_000)}`],
    ['open comments', '{/*'.repeat(200_000)],
    ['slashes', `{${'/'.repeat(500_000)}`],
    ['commas', `[${','.repeat(500_000)}`],
  ])('does not choke on a lot of %s', (_, text) => {
    const started = performance.now()
    expect(() => findJson(text)).not.toThrow()
    expect(performance.now() - started).toBeLessThan(1500)
  })

  it("has no way into an object's prototype", () => {
    expect(findJson('{"__proto__":{"a":1},"b":2}')).toEqual([{ b: 2 }])
  })
})
