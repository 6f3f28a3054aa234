import { describe, expect, it } from 'vitest'
import { makeRuleFinder, makeWordMarks } from './word-marks.ts'

const marks = ['ghp_', 'curl', 'docker login'].map((mark) => ({ mark }))
const present = (text: string) => [...makeWordMarks(marks).search(text).present].map(({ mark }) => mark)

describe('makeWordMarks', () => {
  it('finds marks that begin a word, in any case', () =>
    expect(present('run CURL, then "docker login" …')).toEqual(['curl', 'docker login']))
  it('finds nothing in the middle of a word', () => expect(present('xghp_1 libcurl')).toEqual([]))
  it('takes written-out breaks and percent escapes for the end of a word', () =>
    expect(present('a\\nghp_1 %20curl')).toEqual(['ghp_', 'curl']))
  it('finds a mark that counts anywhere, signs too', () => {
    const inside = makeWordMarks([
      { mark: '@tcp(', anywhere: true },
      { mark: 'hp_', anywhere: true },
    ])
    expect([...inside.search('a:b@TCP(h) ghp_1').present].map(({ mark }) => mark)).toEqual(['@tcp(', 'hp_'])
  })
  it('asks a mark whether it counts at the place', () => {
    const late = makeWordMarks([{ mark: 'abc', isAt: (_, at) => at > 2 }])
    expect(late.search('abc').present.size).toBe(0)
    expect(late.search('x, abc').present.size).toBe(1)
  })
  it('tells every place of the strings asked for', () =>
    expect(makeWordMarks(marks, ['key', 'pass']).search('key, bypass and curl KEY').places).toEqual([0, 7, 21]))
})

describe('makeRuleFinder', () => {
  it('gives the rules that have a mark in the text, in their order', () => {
    const [first, second, third] = marks
    const rules = [{ marks: [first, third] }, { marks: [] }, { marks: [second] }].map((rule) => ({
      marks: rule.marks.flatMap((mark) => mark ?? []),
    }))
    const rulesIn = makeRuleFinder(rules)
    expect(rulesIn(makeWordMarks(marks).search('curl, docker login, ghp_').present)).toEqual([rules[0], rules[2]])
    expect(rulesIn(new Set())).toEqual([])
  })
})
