import { expect, it } from 'vitest'
import { embedQuestion } from './embed-question.ts'

/** Each text points its own way. */
function embedder() {
  const asked: string[] = []
  const embed = async (texts: string[]) => {
    asked.push(...texts)
    return texts.map((_, at) => Float32Array.from([at === 0 ? 1 : 0, at === 1 ? 1 : 0]))
  }
  return { asked, embed }
}

it('a question of one line is what it is', async () => {
  const { asked, embed } = embedder()
  expect(await embedQuestion('why is the total wrong', embed)).toEqual(Float32Array.from([1, 0]))
  expect(asked).toEqual(['why is the total wrong'])
})

it('the first line of several counts as much as all of them', async () => {
  const { asked, embed } = embedder()
  const vector = await embedQuestion('\nTotals are wrong in the cart\nTraceback:\n  line 1\n', embed)
  expect(asked[1]).toBe('Totals are wrong in the cart')
  expect([...(vector ?? [])].map((value) => value.toFixed(3))).toEqual(['0.707', '0.707'])
})

it('a greeting before the question does not count', async () => {
  const { asked, embed } = embedder()
  await embedQuestion('Fix this:\nTypeError: total is not a function', embed)
  expect(asked).toHaveLength(1)
})
