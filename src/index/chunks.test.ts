import { describe, expect, it } from 'vitest'
import { chunksOf, type IndexRow, rowHash } from './chunks.ts'

const textsOf = (of: Parameters<typeof chunksOf>[0]) => chunksOf(of).map((chunk) => chunk.text)

const row = (more: Partial<IndexRow> = {}): IndexRow => ({
  id: 1,
  project: 'shop',
  title: 'Cart totals include tax',
  subtitle: 'Rounded per line',
  narrative: 'The total was off by one cent.',
  facts: ['Rounding is half-even.'],
  ...more,
})
const sentences = (count: number) =>
  Array.from({ length: count }, (_, at) => `Sentence number ${at} says something of its own.`).join(' ')

describe('the chunks of an observation', () => {
  it('are one for a short row: title, subtitle, narrative, facts, files, and the same without the files', () => {
    const plain = 'Cart totals include tax\nRounded per line\nThe total was off by one cent.\nRounding is half-even.'
    const title = 'Cart totals include tax\nRounded per line'
    expect(chunksOf(row({ files: ['src/cart.ts'] }))).toEqual([{ text: `${plain}\nsrc/cart.ts`, plain, title }])
    expect(chunksOf(row())).toEqual([{ text: plain, title }])
  })

  it('name the title alone only where there is more than the title', () => {
    const lone = row({ subtitle: null, narrative: '', facts: [] })
    expect(chunksOf(lone)).toEqual([{ text: 'Cart totals include tax' }])
    expect(chunksOf(row({ title: '', subtitle: null, facts: [] }))).toEqual([
      { text: 'The total was off by one cent.' },
    ])
    const long = chunksOf(row({ narrative: sentences(80) }))
    expect(new Set(long.map((chunk) => chunk.title))).toEqual(new Set(['Cart totals include tax\nRounded per line']))
  })

  it('are of their own for files that do not fit beside the last words', () => {
    const files = Array.from({ length: 60 }, (_, at) => `src/cart/part-${at}.ts`)
    const chunks = chunksOf(row({ narrative: sentences(20), facts: [], files }))
    const [last, ...others] = chunks.toReversed()
    expect(last?.text).toMatch(/^Cart totals include tax\nRounded per line\n.*src\/cart\/part-59\.ts$/)
    expect(last?.plain).toBe('Cart totals include tax\nRounded per line')
    expect(others.filter((one) => one.plain === undefined).every((one) => !one.text.includes('src/'))).toBe(true)
    expect(chunksOf(row({ title: '', subtitle: null, narrative: '', facts: [], files: ['a.ts'] }))).toEqual([
      { text: 'a.ts' },
    ])
  })

  it('are several for a long one, each led by the title, none much over 900 characters, nothing lost', () => {
    const narrative = sentences(80)
    const chunks = textsOf(row({ narrative, facts: [] }))
    expect(chunks.length).toBeGreaterThan(3)
    for (const chunk of chunks) {
      expect(chunk.startsWith('Cart totals include tax\nRounded per line\n')).toBe(true)
      expect(chunk.length).toBeLessThan(900 * 1.3 + 60)
    }
    const body = chunks.map((chunk) => chunk.split('\n').slice(2).join('\n')).join(' ')
    expect(body).toBe(narrative)
  })

  it('end where a paragraph ends, else a line, else a sentence, else a word', () => {
    const firstOf = (narrative: string) => textsOf(row({ title: '', subtitle: '', narrative, facts: [] }))[0] ?? ''
    const paragraph = sentences(13)
    expect(firstOf(`${paragraph}\n\n${sentences(20)}`)).toBe(paragraph)
    expect(firstOf(`${paragraph}\n${sentences(20)}`)).toBe(paragraph)
    expect(firstOf(sentences(40))).toMatch(/own\.$/)
    expect(firstOf('word '.repeat(400))).toMatch(/word$/)
    expect(firstOf('x'.repeat(2000))).toBe('x'.repeat(900))
    expect(firstOf('🙂'.repeat(1000)), 'no half characters').toBe('🙂'.repeat(450))
  })

  it('cut Chinese and Japanese after their own full stop', () => {
    const [first] = textsOf(row({ title: '', subtitle: '', narrative: '合計は税込みです。'.repeat(200), facts: [] }))
    expect(first).toMatch(/。$/)
    expect(first?.length).toBeGreaterThan(450)
  })

  it('are none for an empty row, the title alone for one without a body, and never more than 64', () => {
    expect(textsOf(row({ title: ' ', subtitle: null, narrative: null, facts: [] }))).toEqual([])
    expect(textsOf(row({ subtitle: null, narrative: '', facts: [] }))).toEqual(['Cart totals include tax'])
    expect(textsOf(row({ narrative: sentences(20_000) }))).toHaveLength(64)
  })
})

describe('the hash of a row', () => {
  it('changes with everything that is embedded or filtered by, and with nothing else', () => {
    expect(rowHash(row())).toMatch(/^[0-9a-f]{16}$/)
    expect(rowHash(row({ id: 2 }))).toBe(rowHash(row()))
    const others = [
      row({ project: 'b' }),
      row({ title: 'b' }),
      row({ subtitle: 'b' }),
      row({ narrative: 'b' }),
      row({ facts: [] }),
      row({ files: ['b'] }),
    ]
    expect(new Set([row(), ...others].map(rowHash)).size).toBe(7)
  })
})
