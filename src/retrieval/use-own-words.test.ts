import { afterEach, describe, expect, it } from 'vitest'
import { openLexicon } from '../index/lexicons.ts'
import { STOP_WORDS as BY_LANGUAGE } from '../memory/language.ts'
import { parseOwnWords } from '../memory/own-words.ts'
import { keywordsOf } from './query-terms.ts'
import { stem } from './stem.ts'
import { useOwnWords } from './use-own-words.ts'

const use = (text: string) => useOwnWords(parseOwnWords(text).words)

afterEach(() => use(''))

describe('words of one’s own', () => {
  it('are found in both directions, before what the lists know', () => {
    const before = openLexicon('es-en').find('perro')
    use('es: perro = pooch\nes: chambear = work')
    expect(openLexicon('es-en').find('perro')).toEqual(['pooch', ...before])
    expect(openLexicon('en-es').find('pooch')).toEqual(['perro'])
    expect(openLexicon('en-es').find(stem('work'))[0]).toBe(stem('chambear'))
    expect(openLexicon('es-en').find('archivo')).toContain('file')
  })
  it('are left out of keywords, or kept in them', () => {
    use('stop: cache\nkeep: like')
    expect(keywordsOf('we like the cache of receipts')).toEqual(['like', 'receipts'])
  })
  it('are gone when their lines are', () => {
    const before = openLexicon('es-en').find('perro')
    use('es: perro = pooch\nstop: cache\nkeep: like')
    use('')
    expect(openLexicon('es-en').find('perro')).toEqual(before)
    expect(keywordsOf('we like the cache')).toEqual(['cache'])
  })
})

describe('the list of words that say nothing', () => {
  it('has 200 English and 100 Spanish ones or more, each once', () => {
    expect(new Set(BY_LANGUAGE.en).size).toBe(BY_LANGUAGE.en.length)
    expect(new Set(BY_LANGUAGE.es).size).toBe(BY_LANGUAGE.es.length)
    expect(BY_LANGUAGE.en.length).toBeGreaterThanOrEqual(200)
    expect(BY_LANGUAGE.es.length).toBeGreaterThanOrEqual(100)
  })
})

describe('everyday pairs', () => {
  const pairs = `perro-dog perra-dog gato-cat mascota-pet almuerzo-lunch almorzar-lunch almorce-lunch cena-dinner
    desayuno-breakfast comida-food camaron-shrimp camarones-shrimp mariscos-seafood marisco-seafood alergia-allergy
    alergico-allergic cumpleanos-birthday nombre-name llamar-name llama-name ayer-yesterday manana-tomorrow semana-week
    mes-month ano-year proyecto-project reunion-meeting tarea-task pendiente-pending pendientes-pending nota-note
    notas-notes favorito-favorite favorita-favorite mariscos-shrimp langosta-lobster cangrejo-crab pescado-fish`
  it.each(pairs.split(/\s+/).map((pair) => pair.split('-') as [string, string]))('%s and %s', (spanish, english) => {
    expect(openLexicon('es-en').find(spanish).map(stem)).toContain(stem(english))
    expect(openLexicon('en-es').find(stem(english))).toContain(stem(spanish))
  })
})
