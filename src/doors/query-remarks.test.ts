import { expect, it } from 'vitest'
import { queryRemarks } from './query-remarks.ts'

it('a plain answer needs no note', () => {
  expect(queryRemarks({ results: [] })).toEqual([])
})

it('words nobody noted and an expression nothing fits are said', () => {
  const notes = queryRemarks({ results: [], unknown: ['walrus', 'zzzzqqq'], loosened: true })
  expect(notes).toEqual([
    'In no memory: walrus, zzzzqqq.',
    'Nothing fits the query as written; its words were searched instead.',
  ])
})

it('of a pasted text only the first unknown words are listed', () => {
  const unknown = Array.from({ length: 30 }, (_, at) => `word${at}`)
  expect(queryRemarks({ results: [], unknown })[0]).toMatch(/word7, …\.$/)
})
