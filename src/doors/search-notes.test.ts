import { expect, it } from 'vitest'
import { searchNotes } from './search-notes.ts'

it('a plain answer needs no note', () => {
  expect(searchNotes({ results: [] })).toEqual([])
})

it('words nobody noted and an expression nothing fits are said', () => {
  const notes = searchNotes({ results: [], unknown: ['walrus', 'zzzzqqq'], loosened: true })
  expect(notes).toEqual([
    'In no memory: walrus, zzzzqqq.',
    'Nothing fits the query as written; its words were searched instead.',
  ])
})

it('of a pasted text only the first unknown words are listed', () => {
  const unknown = Array.from({ length: 30 }, (_, at) => `word${at}`)
  expect(searchNotes({ results: [], unknown })[0]).toMatch(/word7, …\.$/)
})
