import { expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'

const TEXT = `We looked at the importer first. It reads every line once.

- Prices come in as floats from wholesale, so the total is off by a cent.
- The tax is added last.`

it('has the sentences with most of the query’s words, whole', () => {
  expect(excerpt(TEXT, { query: 'why is the total off by a cent', most: 90 })).toBe(
    'Prices come in as floats from wholesale, so the total is off by a cent.',
  )
  expect(excerpt(TEXT, { query: 'importer line', most: 90 })).toBe(
    'We looked at the importer first. It reads every line once.',
  )
})

it('is the beginning where no word fits, and cut where one sentence is too long', () => {
  expect(excerpt(TEXT, { query: 'walrus', most: 40 })).toBe('We looked at the importer first.')
  expect(excerpt('word '.repeat(50), { query: 'word', most: 40 }).length).toBeLessThanOrEqual(40)
  expect(excerpt('', { query: 'word', most: 40 })).toBe('')
})

it('finds the words in the other language where the text has none of its own', () => {
  const text = 'The house is old. The dog is called Luna. The garden is small.'
  expect(excerpt(text, { query: 'perro', most: 30 })).toBe('The dog is called Luna.')
})

it('begins with the first sentence that fits', () => {
  const text = 'We deploy on Tuesdays.\nAna owns the billing export.\nShe is away in May.'
  expect(excerpt(text, { query: 'who owns billing', most: 200 })).toBe('Ana owns the billing export.')
})

it('has no marks of Markdown, and of two equal parts not the announcement or the line of a log', () => {
  const text = `## Gemini path
Let me look at the gemini path.
=== RUN TestGeminiPath
- **Cause:** the gemini path is a hash.`
  expect(excerpt(text, { query: 'gemini path', most: 50 })).toBe('Cause: the gemini path is a hash.')
  expect(excerpt('## Gemini path', { query: 'gemini path', most: 50 })).toBe('## Gemini path')
})

it('reads list items, table rows and links as plain words', () => {
  const list = 'To check:\n\n- Verify rewind works\n- Verify the cost is small.\n1. Then push'
  expect(excerpt(list, { query: 'verify rewind cost push', most: 100 })).toBe(
    'Verify rewind works; Verify the cost is small. Then push',
  )
  const table =
    '| part | what |\n|------|:----:|\n| [comp](https://example.com/a_(b)) | the tiling |\n---\n```js\nrows[at](call)\n```'
  expect(excerpt(table, { query: 'tiling comp', most: 100 })).toBe('comp · the tiling')
  expect(excerpt(table, { query: 'rows call', most: 100 })).toBe('rows[at](call)')
})
