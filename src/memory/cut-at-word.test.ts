import { expect, it } from 'vitest'
import { cutAtWord } from './cut-at-word.ts'

it.each([
  ['one two', 7, 'one two'],
  ['one two', 6, 'one'],
  ['one two', 4, 'one'],
  ['one two', 3, 'one'],
  ['one two', 2, 'on'],
  ['one\n\ntwo', 6, 'one'],
  ['a😀', 2, 'a'],
  ['', 5, ''],
])('%j cut to %i is %j', (text, most, cut) => expect(cutAtWord(text, most)).toBe(cut))
