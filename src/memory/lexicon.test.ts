import { describe, expect, it } from 'vitest'
import { makeLexicon } from './lexicon.ts'

describe('a lexicon', () => {
  const words = ['abrir open', 'alumno student pupil', 'archivo file', 'casa house home', 'zapato shoe']
  const lexicon = makeLexicon(`${words.join('\n')}\n`)

  it('finds every word it has', () => {
    for (const line of words) {
      const [word = '', ...translations] = line.split(' ')
      expect(lexicon.find(word)).toEqual(translations)
    }
  })
  it.each(['', 'a', 'arch', 'archivos', 'zz', 'file'])('knows nothing of %j', (word) => {
    expect(lexicon.find(word)).toEqual([])
  })
  it('tells the word that begins most alike', () => {
    expect(lexicon.findNearest('alumnas')).toEqual({ word: 'alumno', shared: 5, translations: ['student', 'pupil'] })
    expect(lexicon.findNearest('zapatos')).toMatchObject({ word: 'zapato', shared: 6 })
    expect(lexicon.findNearest('oso')).toBeUndefined()
  })
  it('may be empty', () => {
    const empty = makeLexicon('')
    expect(empty.find('casa')).toEqual([])
    expect(empty.findNearest('casa')).toBeUndefined()
  })
})
