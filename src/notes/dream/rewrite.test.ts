import { describe, expect, it } from 'vitest'
import { checkRewrite, rewordFacts } from './rewrite.ts'

const BEFORE = [
  'The staging database listens on port 5433. *(from memory/2026-04-11.md#L3-L5, 2026-04-11)*',
  'Migrations live in `db/migrate` and are run by Ana at every start. *(from observation:7, 2026-04-12)*',
  'Releases are never cut on Fridays. *(from observation:8, 2026-04-13)*',
  'The parser keeps maxDepth at 64 to bound memory. *(from observation:9, 2026-04-13)*',
]

describe('a rewording', () => {
  it('is taken where the facts and their sources stay', () => {
    const after = [
      'Staging database: port 5433. *(from memory/2026-04-11.md#L3-L5)*',
      'Ana runs migrations of `db/migrate` at start. *(from observation:7)*',
      'Never cut releases on Fridays. *(from observation:8)*',
      'Parser: maxDepth 64 bounds memory. *(from observation:9)*',
    ]
    expect(checkRewrite(BEFORE, after)).toEqual({ kind: 'accepted', kept: 1 })
  })

  it('is refused where more than a quarter of the facts is lost', () => {
    const after = BEFORE.map((line) => line.replace('5433', 'another').replace('maxDepth', 'depth'))
    expect(checkRewrite(BEFORE, after, { mostTokens: 500 })).toMatchObject({ kind: 'rejected', kept: 0.5 })
  })

  it('is refused where a not is lost with a quarter more', () => {
    const after = BEFORE.map((line) => line.replace('never cut', 'always cut').replace('64', '32'))
    expect(checkRewrite(BEFORE, after, { mostTokens: 500 })).toMatchObject({ kind: 'rejected', kept: 0.5 })
  })

  it('is refused where a source is lost, or where it is longer', () => {
    const [first = '', ...rest] = BEFORE
    expect(checkRewrite(BEFORE, [first.replace('L3-L5', 'L3'), ...rest], { mostTokens: 500 })).toMatchObject({
      reason: 'the source memory/2026-04-11.md#L3-L5 is lost',
    })
    expect(checkRewrite(BEFORE, [...BEFORE, 'And one more thing nobody said.'])).toMatchObject({ kind: 'rejected' })
  })
})

describe('facts that a model words', () => {
  const facts = [
    { fact: 'The taxes are rounded per line in src/tax.ts and not per order.', key: 'a' },
    { fact: 'Ana signs the releases of 2026.', key: 'b' },
  ]

  it('are taken where they keep what matters, one by one', async () => {
    const words = ['Taxes in src/tax.ts are rounded per line, not per order.', 'Somebody signs releases.']
    expect(await rewordFacts(facts, async () => words)).toEqual([{ fact: words[0], key: 'a' }, facts[1]])
  })

  it('stay as they are where there is no model, or it says nothing', async () => {
    expect(await rewordFacts(facts, undefined)).toEqual(facts)
    expect(await rewordFacts(facts, async () => undefined)).toEqual(facts)
  })
})
