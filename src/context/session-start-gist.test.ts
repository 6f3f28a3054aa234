import { describe, expect, it } from 'vitest'
import { makeTold, saidWords } from '../retrieval/session-start-said.ts'
import { type GistOf, gistOf } from './session-start-gist.ts'

const gist = (narrative: string, more: Partial<GistOf> = {}, told = makeTold()) =>
  gistOf({ title: 'A discount code counts once per order', subtitle: '', narrative, ...more }, { told })

describe('the gist of a memory', () => {
  it('is its first sentences, without the one the title was taken from', () => {
    expect(gist('A discount code counts once per order. `orderTotal` goes over a Set now. Tests cover it twice.')).toBe(
      '`orderTotal` goes over a Set now. Tests cover it twice.',
    )
  })
  it('is three of them at most, and parts items with semicolons', () => {
    expect(
      gist(
        '- The cart keeps a Set of codes.\n- Receipts list each code.\n- Old orders stay as they are.\n- No migration needed.',
      ),
    ).toBe('The cart keeps a Set of codes; Receipts list each code; Old orders stay as they are.')
  })
  it('ends where a sentence ends, and passes over one that is too long', () => {
    const long = `Nobody reads ${'word after word '.repeat(20)}to its end.`
    const further = `The receipt prints ${'the currency of the shop and '.repeat(9)}the total.`
    expect(gist(`${long} The total is rounded once. ${further} Codes are sorted by name.`)).toBe(
      'The total is rounded once. Codes are sorted by name.',
    )
  })
  it('says nothing twice', () => {
    expect(gist('The total is rounded once. Codes are sorted by name. The total is rounded only once.')).toBe(
      'The total is rounded once. Codes are sorted by name.',
    )
  })
  it('goes on where a title breaks off in the middle of a sentence', () => {
    const narrative =
      'Tests of the cart are green. The `codes` of an order are a Set (`Set<string>`), but receipts still hold a list of them.'
    expect(gist(narrative, { title: 'The codes of an order are a Set (Set<string>), but' })).toBe(
      '… receipts still hold a list of them. Tests of the cart are green.',
    )
  })
  it('leaves out what the user had asked, what asks, introduces or thinks aloud, and what says nothing', () => {
    const narrative =
      'Why is the discount counted twice, and can you fix it?\nThe cause:\n- Done.\nLet me check the receipt as well.\nShall I push this to the branch?\nThe loop added every code.'
    expect(gist(narrative, { subtitle: 'Why is the discount counted twice' })).toBe('The loop added every code.')
  })
  it('is what the user had asked where little else was said', () => {
    const asked = 'Asked: please keep the receipts for ten years, and the invoices too.'
    expect(gist(asked)).toBe(asked)
    expect(gist(`${asked}\nThe tax office wants it.`)).toBe(`The tax office wants it. ${asked}`)
    expect(gist(`${asked}\nThe tax office wants it. Backups hold them for a year.`)).not.toContain('Asked')
  })
  it('may be longer where there is room', () => {
    const words = 'carts orders codes totals receipts webhooks taxes'.split(' ')
    const items = words.map((word) => `- ${`${word} `.repeat(5).trim()}`)
    const told = makeTold()
    const long = gistOf({ title: 'Lists', subtitle: '', narrative: items.join('\n') }, { told, times: 2 })
    expect(long.split('; ')).toHaveLength(6)
    expect(gist(items.join('\n')).split('; ')).toHaveLength(3)
  })
  it('leaves out what another line has told', () => {
    const told = makeTold()
    told.add(saidWords('orderTotal goes over a Set now, says the last session'))
    expect(gist('`orderTotal` goes over a Set now. Receipts list each code.', {}, told)).toBe(
      'Receipts list each code.',
    )
  })
  it('joins the lines of a wrapped commit message', () => {
    const narrative =
      'The total was rounded after every line of the order, and\nthe differences added up over a long one.'
    expect(gist(narrative)).toBe(narrative.replace('\n', ' '))
  })
  it('does not join lines that are no wrapped text', () => {
    expect(gist('- Codes of an order are a Set\nmacOS keeps its own list of codes')).toBe(
      'Codes of an order are a Set; macOS keeps its own list of codes',
    )
  })
  it('is shorter in scripts whose letters take more bytes', () => {
    const first = '割引コードは注文ごとに一度だけ適用されるようになり、合計は最後に丸められます。'
    const second = '領収書には各コードが一行ずつ印刷され、古い注文はそのまま残ります。'
    const third = '税金の計算は別のモジュールに移され、四半期ごとの報告書でも同じ値が使われます。'
    expect(gist(first + second + third)).toBe(`${first} ${second}`)
  })
  it('is nothing for a memory that has no more to say', () => {
    expect(gist('')).toBe('')
    expect(gist('A discount code counts once per order.')).toBe('')
  })
})
