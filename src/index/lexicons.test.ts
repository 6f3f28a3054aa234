import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { translate } from '../memory/gloss.ts'
import { inEnglish, LOCAL_ID } from './english.ts'
import { openLexicon } from './lexicons.ts'

const read = (name: string) => readFileSync(new URL(`../../lexicon/${name}.txt`, import.meta.url), 'latin1')

describe.each(['es-en', 'en-es'] as const)('the word list %s', (name) => {
  const lines = read(name).trimEnd().split('\n')

  it('is sorted, each word once, and nothing but a to z', () => {
    const words = lines.map((line) => line.split(' ')[0] ?? '')
    expect(words).toEqual([...new Set(words)].sort())
    expect(lines.filter((line) => !/^[a-z]+(?: [a-z]+)+$/.test(line))).toEqual([])
  })
  it('is found where it lies', () => {
    const [word = '', ...translations] = lines[Math.floor(lines.length / 2)]?.split(' ') ?? []
    expect(openLexicon(name).find(word)).toEqual(translations)
  })
})

describe('what the lists know', () => {
  it.each([
    ['archivo', 'file'],
    ['ejecutar', 'run'],
    ['impuesto', 'tax'],
    ['perros', 'dog'],
    ['contrasena', 'password'],
    ['almuerzo', 'lunch'],
  ])('%s is %s', (spanish, english) => expect(translate(spanish, openLexicon('es-en'))).toContain(english))

  it('knows the Spanish forms of an English stem', () => {
    expect(openLexicon('en-es').find('run')).toEqual(expect.arrayContaining(['ejecutar', 'ejecuta']))
  })
})

describe('a text for a model that knows only English', () => {
  it('is English word by word if it is Spanish', () => {
    expect(inEnglish('¿Por qué falla la prueba del impuesto?')).toMatch(/fail.* the test of .*tax/)
  })
  it.each(['Why does the tax test fail?', 'Le test échoue parce que la taxe est arrondie', 'total.ts'])(
    'stays as it is: %s',
    (text) => {
      expect(inEnglish(text)).toBe(text)
    },
  )
  it('has vectors that are named by the list they were made with', () => {
    const hash = createHash('sha256').update(read('es-en')).digest('hex').slice(0, 8)
    expect(LOCAL_ID, 'another list needs another id in english.ts').toContain(`es-en-${hash}`)
  })
})
