import { describe, expect, it } from 'vitest'
import { identifierParts, splitIdentifier } from './identifiers.ts'

describe('the words inside a name', () => {
  it.each([
    ['parseHTTPQuery', ['parse', 'HTTP', 'Query']],
    ['parse_http_query', ['parse', 'http', 'query']],
    ['__init__', ['init']],
    ['sha256Sum', ['sha256', 'Sum']],
    ['word', ['word']],
    ['URL', ['URL']],
  ])('of %s are %j', (name, words) => expect(splitIdentifier(name)).toEqual(words))

  it('are collected from a text, those of camelCase names alone', () =>
    expect(identifierParts('orderTotal in src/cart_total.ts calls orderTotal and HTTPServer')).toBe(
      'order Total HTTP Server',
    ))

  it('are found in no time in words that are no names', () => {
    for (const letter of ['a', 'A', '7']) expect(identifierParts(letter.repeat(1_000_000))).toBe('')
    expect(identifierParts(`aB${'A'.repeat(1_000_000)}`)).toHaveLength(1_000_001)
  })
})
