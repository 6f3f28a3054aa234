import { describe, expect, it } from 'vitest'
import { namesIn, rarityAmong, shareIn, termsOf } from './terms.ts'

const common = (a: string, b: string) => shareIn(termsOf(a), termsOf(b))

describe('the terms of a text', () => {
  it('are the same in another case, number or tense', () => {
    expect(common('Timers leaked in the queues', 'the queue leaks its timer')).toBeGreaterThan(0.5)
  })

  it('are also the parts of a name in code', () => {
    const terms = termsOf('applyDiscount and max_size')
    for (const term of ['applydiscount', 'apply', 'discount', 'max_size', 'max', 'size']) expect(terms).toContain(term)
  })

  it('are pairs of characters where a script writes no blanks', () => {
    expect([...termsOf('缓存失效')]).toEqual(['缓存', '存失', '失效'])
    expect([...termsOf('鍵')]).toEqual(['鍵'])
    expect(common('キャッシュが古い', '古いキャッシュを消す')).toBeGreaterThan(0.5)
    expect(common('キャッシュが古い', '支払いの画面')).toBe(0)
  })

  it('keep letters of every alphabet', () => {
    expect(common('Кэш устарел', 'устарел кэш заказов')).toBe(1)
    expect(common('El índice falta', 'falta el índice de pedidos')).toBe(1)
  })

  it('are none in marks', () => expect(termsOf('… — !?').size).toBe(0))
})

describe('the share of one text in another', () => {
  it('counts what is rare more than what all have', () => {
    const texts = ['the queue is full', 'the queue is slow', 'the lock is gone'].map(termsOf)
    const rarity = rarityAmong(texts)
    expect(rarity('lock')).toBeGreaterThan(rarity('queue'))
    expect(rarity('queue')).toBeGreaterThan(rarity('the'))
    const [full = new Set<string>()] = texts
    expect(shareIn(full, termsOf('a full stop'), rarity)).toBeGreaterThan(shareIn(full, termsOf('the stop'), rarity))
  })

  it('is nothing of nothing', () => expect(common('', 'the queue')).toBe(0))
})

describe('the names in a text', () => {
  it.each([
    ['what stands in backticks', 'run `npm test -- --bail` first', 'npm test -- --bail'],
    ['a path', 'look into src/queue/drain.ts', 'src/queue/drain.ts'],
    ['a file', 'look into drain.ts', 'drain.ts'],
    ['a function', 'close() comes first', 'close()'],
    ['a name of several words', 'the flushTimer leaks', 'flushTimer'],
    ['a constant', 'MAX_SIZE is 5', 'MAX_SIZE'],
    ['an abbreviation', 'the TTL is 5', 'TTL'],
    ['a flag', 'with --run-in-band only', '--run-in-band'],
    ['a ticket', 'see SHOP-142', 'SHOP-142'],
    ['a version', 'since 2.14.0', '2.14.0'],
    ['a commit', 'in 1a2b3c4d', '1a2b3c4d'],
  ])('has %s', (_, text, name) => expect(namesIn(text)).toContain(name))

  it('has no plain words', () => expect([...namesIn('The queue is full, so the timer waits')]).toEqual([]))
})
