import { expect, it } from 'vitest'
import { cutAtWord, keepEnds, markedCut } from './cut-text.ts'

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

it.each([
  ['one two three', 13, 'one two three'],
  ['one two three', 9, 'one two…'],
  ['one, two three', 7, 'one…'],
  ['one twothreefour', 10, 'one twoth…'],
  ['aaaa😀aaaa', 6, 'aaaa…'],
])('%j with a mark in %i is %j', (text, most, cut) => expect(markedCut(text, most)).toBe(cut))

it('keeps both ends and says how much is missing', () => {
  expect(keepEnds(`${'a'.repeat(80)}${'z'.repeat(1000)}`, { head: 5, tail: 3 })).toBe(
    'aaaaa\n[… 1,072 characters left out …]\nzzz',
  )
  expect(keepEnds('😀'.repeat(100), { head: 3, tail: 3 })).toBe('😀\n[… 196 characters left out …]\n😀')
  expect(keepEnds('a'.repeat(100), { head: 5, tail: 0 })).toBe('aaaaa\n[… 95 characters left out …]')
})

it('leaves a text whole where the mark would be as long as what is missing', () => {
  const text = 'a'.repeat(168)
  expect(keepEnds(text, { head: 100, tail: 10 })).toBe(text)
})
