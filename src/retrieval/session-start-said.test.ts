import { describe, expect, it } from 'vitest'
import { makeTold, saidWords, shareSaid } from './session-start-said.ts'

const says = (told: string, text: string) => {
  const lines = makeTold()
  lines.add(saidWords(told))
  return lines.says(saidWords(text))
}

describe('what has been told', () => {
  it('is the same in other words of the same stems', () => {
    expect(
      says(
        'Order totals are rounded once, at the end of orderTotal()',
        'The total of an order rounds at the end, once',
      ),
    ).toBe(true)
  })
  it('is not the same with one word of four changed', () => {
    expect(says('Totals are rounded once', 'Totals are rounded twice')).toBe(false)
    expect(says('Totals are rounded once', 'totals are rounded: once!')).toBe(true)
  })
  it('is told by a longer line, and does not tell it', () => {
    const [short, long] = [
      'Add a flag to keep receipts',
      'Add a flag to keep receipts, written to the local settings of the shop only',
    ]
    expect(says(long, short)).toBe(true)
    expect(says(short, long)).toBe(false)
  })
  it('knows the words of a name', () => {
    expect(says('The webhook signature check', 'webhookSignature check')).toBe(true)
  })
  it('compares scripts without blanks by pairs of characters', () => {
    expect(says('割引コードは注文ごとに一度だけ適用される', '割引コードは一度だけ適用される')).toBe(true)
    expect(says('割引コードは注文ごとに一度だけ適用される', '領収書の印刷を直した')).toBe(false)
  })
  it('is told by one line, never by several together', () => {
    const told = makeTold()
    told.add(saidWords('The cart keeps a Set of discount codes'))
    told.add(saidWords('Receipts print totals in the currency of the shop'))
    expect(told.says(saidWords('The cart keeps discount codes and prints totals in currency'))).toBe(false)
  })
  it('holds nothing at first, and nothing says an empty text', () => {
    expect(makeTold().says(saidWords('anything at all'))).toBe(false)
    expect(shareSaid(saidWords(''), saidWords('words'))).toBe(0)
  })
})
