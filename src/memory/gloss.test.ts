import { describe, expect, it } from 'vitest'
import { gloss, translate } from './gloss.ts'
import { makeLexicon } from './lexicon.ts'

const lexicon = makeLexicon('alumno student\nen in\nes is\nfallo failure\nla the\nprueba test\nred network\n')

describe('a gloss', () => {
  it('is English word by word, with everything between as it was', () => {
    expect(gloss('La prueba, en «la red».', lexicon)).toBe('the test, in «the network».')
  })
  it('leaves names and code as they are', () => {
    expect(gloss('La prueba de Red Hat en fallo_total, redBase y v2red', lexicon)).toBe(
      'the test de Red Hat in fallo_total, redBase y v2red',
    )
  })
})

describe('a translation', () => {
  it('comes from another form of the word when the word itself is unknown', () => {
    expect(translate('alumnas', lexicon)).toEqual(['student'])
    expect(translate('fallos', lexicon)).toEqual(['failure'])
  })
  it('comes from its Latin ending when no form is known', () => {
    expect(translate('autenticacion', lexicon)).toEqual(['autentication'])
  })
  it('does not come from a word that only begins alike', () => {
    expect(translate('pruebista', lexicon)).not.toEqual(['test'])
    expect(translate('redil', lexicon)).toEqual([])
  })
})
