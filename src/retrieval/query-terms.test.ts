import { describe, expect, it } from 'vitest'
import { keywordsOf, readQuery, termsOf } from './query-terms.ts'

const words = (text: string) => termsOf(text).map((term) => term.word)

describe('the words of a query', () => {
  it('are those that say something, in both languages', () => {
    expect(words('What did we decide about the cache?')).toEqual(['decide', 'cache'])
    expect(words('¿qué hablamos ayer sobre el proyecto Cookie?')).toEqual(['hablamos', 'ayer', 'proyecto', 'cookie'])
  })
  it('leave out single letters', () => expect(words('x y cache')).toEqual(['cache']))
  it('are the stop words when there is nothing else', () => expect(words('what is it')).toEqual(['what', 'is', 'it']))
  it('lose their accents', () => expect(words('Cañón')).toEqual(['canon']))
  it('contain a name and its words, the words for less', () => {
    const terms = termsOf('orderTotal in src/cart_items.ts')
    expect(terms.map((term) => [term.word, term.weight])).toEqual([
      ['ordertotal', 1],
      ['order', 0.6],
      ['total', 0.6],
      ['src', 1],
      ['cart_items', 1],
      ['cart', 0.6],
      ['item', 0.6],
      ['ts', 1],
    ])
  })
  it('know the word before them, stop words left out', () => {
    const before = termsOf('open the file of the order_total').map((term) => [term.word, term.after])
    expect(before).toEqual([
      ['open', undefined],
      ['file', 'open'],
      ['order_total', undefined],
      ['order', 'file'],
      ['total', 'order'],
    ])
  })
  it('of the first line are its headline, in a text of several lines only', () => {
    const headline = (text: string) => termsOf(text).flatMap((term) => (term.headline ? [term.word] : []))
    expect(headline('\nCache is stale\nSince the upgrade')).toEqual(['cache', 'stale'])
    expect(headline('Cache is stale since the upgrade')).toEqual([])
  })
  it('are each named once', () => expect(words('cache caches Cache')).toEqual(['cache']))
})

describe('operators', () => {
  const strict = (text: string) => readQuery(text).strict
  it('count in a query of keywords', () => {
    expect(strict('cache AND redis')).toBe('("cache" AND "redis")')
    expect(strict('cache NOT redis')).toBe('("cache" NOT "redis")')
    expect(strict('"exact phrase" cache')).toBe('("exact phrase" AND "cache")')
    expect(strict('migrat*')).toBe('"migrat" *')
    expect(strict('(cache OR redis) AND timeout')).toBe('(("cache" OR "redis") AND "timeout")')
    expect(strict('NEAR(cache timeout, 5)')).toBe('NEAR("cache" "timeout", 5)')
  })
  it('are prose in a sentence', () => {
    expect(strict('the column is NOT NULL')).toBeUndefined()
    expect(strict('why does it print "not found" on start')).toBeUndefined()
    expect(strict('ERROR AND FAILURE')).toBeUndefined()
  })
  it('do not look for what is excluded', () => {
    expect(readQuery('cache NOT redis').terms.map((term) => term.word)).toEqual(['cache'])
  })
  it('cannot smuggle syntax into the index', () => {
    for (const text of [
      'cache AND ) OR (',
      '"a" NEAR',
      'NOT NOT x*',
      'scope : p00 AND x',
      'cache* AND ^title',
      '"" AND ""',
    ]) {
      const { terms, strict: match } = readQuery(text)
      for (const part of [match ?? '', ...terms.map((term) => term.match)]) {
        expect(part.replace(/"[^"]*"/g, '')).toMatch(/^(?:AND|OR|NOT|NEAR|[(),*\s\d])*$/)
      }
    }
  })
})

describe('the keywords of a text', () => {
  it('are what is left without the words that say nothing', () => {
    expect(keywordsOf('¿qué hablamos ayer sobre el proyecto Cookie?').join(' ')).toBe('hablamos ayer proyecto cookie')
    expect(keywordsOf('What did we decide about the cache, and why?')).toEqual(['decide', 'cache'])
  })
  it('are each there once, names whole, single letters never', () => {
    expect(keywordsOf('orderTotal x of orderTotal: Cañón, canon')).toEqual(['ordertotal', 'canon'])
  })
  it('of a text that says nothing are none', () => expect(keywordsOf('what is it? ¿y qué?')).toEqual([]))
})
