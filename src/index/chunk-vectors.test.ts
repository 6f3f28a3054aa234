import { expect, it } from 'vitest'
import { MemoryError } from '../memory/error.ts'
import { embedChunks } from './chunk-vectors.ts'

const FILES = { text: 'Totals\nsrc/cart.ts', plain: 'Totals' }
/** Names of files point one way, everything else the other. */
const embed = async (texts: string[]) => texts.map((text) => Float32Array.from(text.includes('src/') ? [1, 0] : [0, 1]))

it('files count, and do not outweigh what was done', async () => {
  const [withFiles, without] = await embedChunks([FILES, { text: 'Receipts' }], embed)
  const [toFiles = 0, toWords = 0] = withFiles as Float32Array // nothing is refused here
  expect(toFiles).toBeGreaterThan(toWords)
  expect(toWords).toBeGreaterThan(0.3)
  expect(Math.hypot(toFiles, toWords)).toBeCloseTo(1)
  expect(without).toEqual(Float32Array.from([0, 1]))
})

it('a title counts beside a long text, and is embedded once for all chunks of a memory', async () => {
  const embedded: string[] = []
  const byTitle = async (texts: string[]) => {
    embedded.push(...texts)
    return texts.map((text) => Float32Array.from(text === 'Totals' ? [1, 0] : [0, 1]))
  }
  const vectors = await embedChunks(
    ['first', 'second'].map((part) => ({ text: `Totals\n${part}`, title: 'Totals' })),
    byTitle,
  )
  expect(embedded).toEqual(['Totals\nfirst', 'Totals', 'Totals\nsecond'])
  for (const vector of vectors) {
    const [toTitle = 0, toWords = 0] = vector as Float32Array // nothing is refused here
    expect(toTitle).toBeGreaterThan(0.2)
    expect(toWords).toBeGreaterThan(2 * toTitle)
    expect(Math.hypot(toTitle, toWords)).toBeCloseTo(1)
  }
})

it('a chunk is refused when one of its two texts is', async () => {
  const refusing = async (texts: string[]) => {
    if (texts.includes('Totals')) throw new MemoryError('bad_input', 'no totals')
    return embed(texts)
  }
  const [refused, other] = await embedChunks([FILES, { text: 'Receipts' }], refusing)
  expect(refused).toEqual({ refused: 'no totals' })
  expect(other).toEqual(Float32Array.from([0, 1]))
})
