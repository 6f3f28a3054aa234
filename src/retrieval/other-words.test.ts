import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../store/database.ts'
import { PROJECT, T0 } from '../store/store.fixture.ts'
import { likelyMeant, otherWords } from './other-words.ts'
import { termsOf } from './query-terms.ts'
import { emptyStore, remember } from './search.fixture.ts'
import { search } from './search.ts'

const vocabularyOf = (...stems: string[]) => ({
  has: (stem: string) => stems.includes(stem),
  beginningWith: () => [],
  among: (start: string, fits: (stem: string) => boolean) =>
    stems.filter((stem) => stem.startsWith(start) && fits(stem)),
})
const added = (text: string, ...stems: string[]) =>
  otherWords(termsOf(text), vocabularyOf(...stems), text).map((term) => [term.of, ...(term.stems ?? [])])

describe('other words', () => {
  it('of a Spanish question are the English ones that are stored', () => {
    expect(added('¿dónde se guarda el archivo?', 'file', 'save')).toEqual([
      ['guarda', 'save'],
      ['archivo', 'file'],
    ])
  })
  it('of an English question are the Spanish forms that are stored, as one term', () => {
    const [run] = added('how do we run the thing', 'lo', 'para', 'una', 'ejecutar', 'ejecuta')
    expect(run?.[0]).toBe('run')
    expect(run?.slice(1).sort()).toEqual(['ejecuta', 'ejecutar'])
  })
  it('of an English question are none where nobody wrote Spanish', () => {
    expect(added('how do we run the red thing', 'ejecutar', 'ejecuta', 'network')).toEqual([])
  })
  it('of a question in another language are none', () => {
    expect(added('wie wird die Datei nicht mit der Summe gespeichert', 'file', 'save')).toEqual([])
  })
})

describe('a search across languages', () => {
  let db: Database
  beforeEach(() => {
    db = emptyStore()
  })
  const ask = async (text: string) =>
    (await search({ db, now: T0 }, { text, projects: [PROJECT.id], limit: 5, explain: true })).hits

  it('finds an English memory by a Spanish question, and names no word as missing that stands there in English', async () => {
    remember(db, 'other', { title: 'The dashboard loads its widgets late', type: 'change', at: T0 })
    const tax = remember(db, 'tax', { title: 'Tax is rounded for each line', type: 'decision', at: T0 })
    const [best] = await ask('¿Por qué se calcula el impuesto de cada línea?')
    expect(best?.id).toBe(tax)
    expect(best?.explain?.missing).not.toContain('linea')
  })
  it('finds a Spanish memory by an English question', async () => {
    remember(db, 'other', { title: 'El panel carga los datos tarde', type: 'change', at: T0 })
    const dog = remember(db, 'dog', { title: 'El perro de la familia come a las ocho', type: 'change', at: T0 })
    expect((await ask('When does the dog eat?'))[0]?.id).toBe(dog)
  })
})

describe('a word that nothing stored has', () => {
  const meant = (text: string, ...stems: string[]) =>
    likelyMeant(termsOf(text), vocabularyOf(...stems)).map(({ word }) => word)

  it.each([
    ['dicsount', 'discount'],
    ['migartion', 'migrat'],
    ['recieve', 'receiv'],
    ['cypiddids', 'cydippid'],
  ])('such as %s is taken for %s', (typed, stored) => {
    expect(meant(typed, 'dashboard', 'migrant', 'cyclist', stored)).toEqual([stored])
  })
  it('is not taken for another word that begins alike', () => {
    expect(meant('walrus', 'wallet', 'walk', 'wall', 'walnut')).toEqual([])
    expect(meant('invoice', 'invest', 'invent', 'invok')).toEqual([])
  })
  it('is searched as what it was meant to be, and still named as unknown', async () => {
    const db = emptyStore()
    remember(db, 'other', { title: 'The dashboard loads its widgets late', type: 'change', at: T0 })
    const discount = remember(db, 'discount', { title: 'A discount code is taken off once', type: 'bugfix', at: T0 })
    const found = await search({ db, now: T0 }, { text: 'dicsount', projects: [PROJECT.id], limit: 5 })
    expect(found.hits.map(({ id }) => id)).toEqual([discount])
    expect(found.unknown).toEqual(['dicsount'])
  })
  it('is not guessed at where another word of the question is known', async () => {
    const db = emptyStore()
    remember(db, 'discount', { title: 'A discount code is taken off once', type: 'bugfix', at: T0 })
    const dashboard = remember(db, 'late', { title: 'The dashboard loads late', type: 'change', at: T0 })
    const found = await search({ db, now: T0 }, { text: 'dicsount dashboard', projects: [PROJECT.id], limit: 5 })
    expect(found.hits.map(({ id }) => id)).toEqual([dashboard])
  })
})
