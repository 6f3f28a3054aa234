import { describe, expect, it } from 'vitest'
import { parseOwnWords } from './own-words.ts'

describe('words of one’s own', () => {
  it('are pairs, words that say nothing, and words that do', () => {
    const text = '# mine\n\nes: Perro = dog, hound\nes: cañón=canyon # not the weapon\nstop: foo Bar\nkeep: like\n'
    expect(parseOwnWords(text)).toEqual({
      words: {
        pairs: [
          { spanish: 'perro', english: ['dog', 'hound'] },
          { spanish: 'canon', english: ['canyon'] },
        ],
        stop: ['foo', 'bar'],
        keep: ['like'],
      },
      problems: [],
    })
  })
  it('may come from any editor', () => {
    expect(parseOwnWords('\uFEFFstop: foo\r\nkeep : bar\r\n').words).toEqual({
      pairs: [],
      stop: ['foo'],
      keep: ['bar'],
    })
  })
  it.each([
    'perro = dog',
    'fr: chien = dog',
    'es: perro',
    'es: perro =',
    'es: = dog',
    'es: perro = dog = hound',
    'es: perro caliente = sausage',
    'es: perro = hot dog',
    'es: perro = dog,',
    'es: 犬 = dog',
    'stop:',
    'stop: a,b',
  ])('without sense are named by their line, and the others count: %s', (line) => {
    const { words, problems } = parseOwnWords(`stop: foo\n${line}\nkeep: bar`)
    expect(words).toEqual({ pairs: [], stop: ['foo'], keep: ['bar'] })
    expect(problems).toEqual([expect.stringMatching(/^Line 2 .* left out\.$/)])
  })
  it('of an empty file are none', () => expect(parseOwnWords('').problems).toEqual([]))
})
