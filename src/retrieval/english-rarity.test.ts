import { expect, it } from 'vitest'
import { rarityInEnglish } from './english-rarity.ts'
import { stem } from './stem.ts'

it('tells a word everybody uses from one that names something', () => {
  const ofWord = (word: string) => rarityInEnglish(stem(word))
  expect(rarityInEnglish('the')).toBe(0)
  expect(ofWord('work')).toBeLessThan(ofWord('database'))
  expect(ofWord('makes')).toBe(ofWord('make'))
  expect(ofWord('tokenizer')).toBe(1)
  expect(ofWord('orderTotal')).toBe(1)
})
