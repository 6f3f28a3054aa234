import { describe, expect, it } from 'vitest'
import { makeWordMarks } from './word-marks.ts'

const marks = ['ghp_', 'curl', 'docker login'].map((mark) => ({ mark }))
const present = (text: string) => [...makeWordMarks(marks).present(text)].map(({ mark }) => mark)

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
    expect([...inside.present('a:b@TCP(h) ghp_1')].map(({ mark }) => mark)).toEqual(['@tcp(', 'hp_'])
  })
  it('asks a mark whether it counts at the place', () => {
    const late = makeWordMarks([{ mark: 'abc', isAt: (_, at) => at > 2 }])
    expect(late.present('abc').size).toBe(0)
    expect(late.present('x, abc').size).toBe(1)
  })
})
