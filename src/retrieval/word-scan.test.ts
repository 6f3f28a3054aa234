/** The scan reports the same as reading every word of a text. */
import { describe, expect, it } from 'vitest'
import { makeVocabulary } from '../../bench/search/words.ts'
import { type Token, tokensOf } from './index-tokens.ts'
import { stem } from './stem.ts'
import { beginningsOf, scanWords } from './word-scan.ts'

const TEXTS = [
  'The order_total of parseHTTPQuery was read twice; see src/cart/total.test.ts and __init__.',
  'Toys and flies, ties and dyed cloths: SQLite3 ran 12 times (v2.0.1) – “quoted” — done… ✓ → 日本語のテスト',
  'Canción, coöperate, naïve señor ÅNGSTRÖM e\u0301te\u0301 ²x ½ ① 👍ok a\u0338b ﬁne ſtone Ωmega K µm',
  '',
  '  \n\t--- === ___ _a_ a_ _',
  'don\u2019t won\'t it\u2019s <b>bold</b> "a","b":[1,2]',
  'x '.repeat(50),
  'longer than anything a candidate has, orderTotal '.repeat(600),
  'más larga que nada, «canción» '.repeat(500),
]

describe('a scan for words', () => {
  it('counts the words, and those inside names, of any text', () => {
    for (const text of TEXTS) {
      const tokens = tokensOf(text)
      const parts = tokens.reduce((sum, token) => sum + token.parts.length, 0)
      expect(scanWords(text, beginningsOf({ stems: [], prefixes: [] }), () => {})).toEqual({
        words: tokens.length,
        parts,
      })
    }
  })

  it('finds every wanted token at its place', () => {
    for (const text of TEXTS) {
      for (const wanted of new Set(tokensOf(text).flatMap(({ whole, parts }) => [whole, ...parts]))) {
        expect(found(text, [wanted])).toEqual(expected(text, [wanted]))
      }
    }
  })

  it('misses no word whose stem is wanted, however its ending changed', () => {
    const endings = ['', 's', 'es', 'ed', 'ing', 'y', 'ies', 'ational', 'izer', 'bility', 'ated', 'eed', 'ys']
    const starts = [
      'a',
      'ab',
      'at',
      'bl',
      'by',
      'cr',
      'do',
      'iz',
      'to',
      'tri',
      'use',
      'y',
      'ye',
      'organ',
      'relat',
      'ent',
    ]
    const made = starts.flatMap((start) => endings.map((ending) => start + ending))
    const words = [...made, ...makeVocabulary(1).slice(0, 3000)]
    for (const word of words) {
      const seen: string[] = []
      scanWords(word, beginningsOf({ stems: [stem(word)], prefixes: [] }), ({ whole }) => seen.push(whole))
      expect(seen, word).toEqual([stem(word)])
    }
  })

  it('finds words by how they begin', () => {
    const seen: string[] = []
    const wanted = beginningsOf({ stems: [], prefixes: ['migrat', 'to', 'x'] })
    scanWords('Migrations to towns, an axe', wanted, ({ word }) => seen.push(word))
    expect(seen).toEqual(['migrations', 'to', 'towns'])
  })

  it('looks at few of the words nobody asked for', () => {
    const text = makeVocabulary(2).slice(0, 2000).join(' ')
    let looked = 0
    scanWords(text, beginningsOf({ stems: ['order', 'total'], prefixes: [] }), () => {
      looked += 1
    })
    expect(looked).toBeLessThan(40)
  })
})

type Place = [whole: string, at: number]

function found(text: string, stems: string[]): Place[] {
  const places: Place[] = []
  scanWords(text, beginningsOf({ stems, prefixes: [] }), (token, at) => places.push(...placesOf(token, at, stems)))
  return places
}

function expected(text: string, stems: string[]): Place[] {
  let at = 0
  return tokensOf(text).flatMap((token) => {
    at += 1
    const places = placesOf(token, at, stems)
    at += token.parts.length
    return places
  })
}

function placesOf({ whole, parts }: Token, at: number, stems: string[]): Place[] {
  return [
    ...(stems.includes(whole) ? [[whole, at] as Place] : []),
    ...parts.flatMap((part, inside) => (stems.includes(part) ? [[part, at + inside] as Place] : [])),
  ]
}
