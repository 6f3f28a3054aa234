import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findModelFiles } from './assets.ts'
import { makeTokenizer } from './wordpiece.ts'

const files = findModelFiles()

describe.skipIf(!files)('the tokenizer', () => {
  const tokenize = makeTokenizer(readFileSync(files?.tokenizer ?? '', 'utf8'))

  /** Written by the reference implementation (HuggingFace tokenizers, Rust), cut at 256 tokens. */
  const reference = JSON.parse(readFileSync(new URL('wordpiece.fixture.json', import.meta.url), 'utf8')) as [
    string,
    number[],
  ][] // text, ids

  it.each(reference)('cuts %j as the reference does', (text, ids) => {
    expect(tokenize(text, 256)).toEqual(ids)
  })

  it('reads only the beginning of a text of megabytes', () => {
    const startedAt = performance.now()
    expect(tokenize('word '.repeat(1_000_000), 256)).toHaveLength(256)
    expect(tokenize('x'.repeat(5_000_000), 256)).toEqual([101, 100, 102])
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })

  it('takes the name of a special token for ordinary text', () => {
    expect(tokenize('[MASK]', 256)).not.toContain(103)
  })
})
