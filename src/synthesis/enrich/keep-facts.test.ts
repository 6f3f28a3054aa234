import { describe, expect, it } from 'vitest'
import { keepFacts, namesIn } from './keep-facts.ts'

const improve = (local: string[], facts: string[], otherText: string[] = []) => keepFacts(local, { facts, otherText })

describe('improved facts', () => {
  it('replace a local fact when they name everything it named', () => {
    const local = ['src/pay/charge.ts: `retry(3)` became `retry(1)`']
    const better = ['chargeCard in src/pay/charge.ts no longer retries: `retry(3)` gave way to `retry(1)`']
    expect(improve(local, better)).toEqual(better)
  })

  it('may have it told by the title or the narrative', () => {
    expect(improve(['retry() waits 200 ms'], ['x'], ['Between tries retry() waits 200 ms.'])).toEqual(['x'])
  })

  it.each([
    ['an identifier', 'chargeCard sends idempotencyKey', 'chargeCard sends a key'],
    ['a number', 'The limit is 50 addresses', 'There is a limit on addresses'],
    ['a number inside a longer one', 'The limit is 50 addresses', 'The limit is 1500 addresses, or 50.5'],
    ['a path', 'Rules live in src/price/rules.ts', 'Rules live in rules.ts'],
    ['an error', 'Fixes TypeError in parse', 'Fixes an error in parse'],
    ['a flag', 'Needs --no-verify', 'Needs a flag that skips verification'],
    ['a name inside another one', 'Reads `user`', 'Reads userId'],
    ['a product', 'Sessions moved to Redis', 'Sessions moved to the cache'],
    ['quoted words', 'Says "order not found"', 'Says that there is no order'],
    ['a commit', 'Commit 83a6c26', 'It was committed'],
  ])('keep the local fact whose words lose %s', (_, local, told) => {
    expect(improve([local], [told])).toEqual([told, local])
  })

  it('keep a fact without names unless most of its words are told again', () => {
    expect(
      improve(['customers without address cannot order'], ['customers cannot order without an address']),
    ).toHaveLength(1)
    expect(improve(['customers without address cannot order'], ['checkout is stricter'])).toHaveLength(2)
    expect(improve(['顧客は注文できない'], ['checkout is stricter'])).toHaveLength(2)
  })

  it('never double a fact', () => {
    expect(improve(['A uses B_1', 'A uses B_1'], ['A uses B_1', 'A uses B_1'])).toEqual(['A uses B_1'])
    expect(improve(['uses B_1', 'uses B_1'], [])).toEqual(['uses B_1'])
  })

  it('know what a name is', () => {
    expect(namesIn('The parser in src/a.ts reads max_size, HTTP and v2 (30 %) via Foo.bar').sort()).toEqual(
      ['30', 'foo.bar', 'http', 'max_size', 'src/a.ts', 'v2'].sort(),
    )
    expect(namesIn('Nothing here is literal.')).toEqual([])
  })
})
