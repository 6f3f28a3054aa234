import { describe, expect, it } from 'vitest'
import { localDay } from '../memory/local-day.ts'
import { CAUTIOUS, CLIENT_TOKENS, costOf, expectedInput, makeTokenScale, mostTokens, nextMidnight } from './spending.ts'

const expected = (text: string) => expectedInput({ own: [], observed: [text] }) - CLIENT_TOKENS

describe('what a text is expected to cost', () => {
  /** By the densest of o200k, cl100k and the published tokenizer of Claude, counted once and written down. */
  const COUNTED: [string, string, number][] = [
    ['prose', 'The same code entered twice took its share off twice, so totals were wrong. '.repeat(12), 193],
    ['signs', '}{)(=>;!==&&||[]<>?:'.repeat(30), 330],
    [
      'minified code',
      'function a(b,c){return b&&c?d(e[f],g):h?(i=j,k++):void 0}var l=m.n.o,p={q:1,r:"s"};'.repeat(12),
      624,
    ],
    [
      'Japanese',
      '顧客は注文できないため、割引コードを一度だけ適用するように変更しました。テストはすべて合格しています。'.repeat(
        8,
      ),
      384,
    ],
    ['Thai', 'ลูกค้าถูกเรียกเก็บเงินสองครั้งเมื่อเกตเวย์หมดเวลา ตอนนี้ส่งหมายเลขคำสั่งซื้อ'.repeat(8), 1096],
    [
      'German',
      'Die Zahlungsschnittstelle wurde überarbeitet, weil Rechnungsbeträge der Großhandelskunden zweimal abgebucht wurden. '.repeat(
        8,
      ),
      297,
    ],
    ['emoji', '🦘🎉✅🚀❌🔥 '.repeat(60), 961],
  ]
  it.each(COUNTED)('is at least what a tokenizer makes of %s, with the caution of a first call', (_, text, tokens) => {
    expect(expected(text) * CAUTIOUS).toBeGreaterThan(tokens)
  })

  it('is close for what sessions mostly hold', () => {
    for (const [, text, tokens] of COUNTED.slice(0, 3)) {
      expect(expected(text) / tokens).toBeGreaterThan(0.9)
      expect(expected(text) / tokens).toBeLessThan(1.5)
    }
  })

  it('counts an indentation as one gap, however deep', () => {
    expect(expected(`\n${' '.repeat(40)}if`)).toBe(expected('\n  if'))
  })

  it('adds what a client brings along', () => {
    expect(expectedInput({ own: ['x'.repeat(390)], observed: [] })).toBe(100 + CLIENT_TOKENS)
  })
})

describe('what is set aside for a call', () => {
  const usage = (input: number) => ({ input, cacheWrite: 0, cacheRead: 0, output: 300 })

  it('is the expectation with its factor, and the whole answer', () =>
    expect(mostTokens({ expected: 1000, factor: 1.5, maxOutputTokens: 700 })).toBe(2200))

  it('is cautious before the model has counted anything', () => expect(makeTokenScale().factor()).toBe(CAUTIOUS))

  it('comes close to what the model counts, the closer the more it has counted', () => {
    const scale = makeTokenScale()
    const factors = Array.from({ length: 20 }, () => {
      scale.learn({ expected: 1000, usage: usage(1050) })
      return scale.factor()
    })
    expect(factors).toEqual(factors.toSorted((a, b) => b - a))
    expect(factors[0]).toBeGreaterThan(1.4)
    expect(factors.at(-1)).toBeCloseTo(1.05 * 1.12)
  })

  it('follows the densest of the last twenty answers, cached input included', () => {
    const scale = makeTokenScale()
    scale.learn({ expected: 1000, usage: { input: 400, cacheWrite: 500, cacheRead: 900, output: 1 } })
    for (let n = 0; n < 19; n += 1) scale.learn({ expected: 1000, usage: usage(1000) })
    expect(scale.factor()).toBeGreaterThan(1.8)
    scale.learn({ expected: 1000, usage: usage(1000) })
    expect(scale.factor()).toBeLessThan(1.2)
  })

  it('is never less than our own count, whatever a server says', () => {
    const scale = makeTokenScale()
    for (let n = 0; n < 20; n += 1) scale.learn({ expected: 1000, usage: usage(10) })
    expect(scale.factor()).toBe(1)
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
