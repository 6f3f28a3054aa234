import { describe, expect, it } from 'vitest'
import { scoreText } from './long-text.ts'
import { type RareTerm, readMemory, wantedOf } from './word-score.ts'

const term = (stem: string): RareTerm => ({ stem, word: stem, match: `"${stem}"`, weight: 1, prefix: false, rarity: 2 })
const terms = [term('tax'), term('round')]
const filler = (words: number) => 'lunch '.repeat(words)

const ABOUT = { kind: 'observation', id: 1, project: 'p', session: null, turn: null, createdAt: 0, type: null } as const
const score = (body: string) => {
  const memory = readMemory({ ...ABOUT, title: '', subtitle: '', body, files: '' }, wantedOf(terms))
  return scoreText(memory, { terms, typicalLength: 5000 })
}

describe('scoreText', () => {
  it('puts a short answer above pages that have the same words far apart', () => {
    const pages = `tax ${filler(500)} round ${filler(500)}`
    expect(score('we round the tax').score).toBeGreaterThan(score(pages).score)
  })

  it('judges pages by the part that answers, however long they are', () => {
    const few = `${filler(200)} we round the tax ${filler(200)}`
    const many = `${filler(2000)} we round the tax ${filler(2000)}`
    expect(score(many).score).toBeGreaterThan(0.8 * score(few).score)
    expect(score(many).score).toBeGreaterThan(score(`tax ${filler(4000)}`).score)
  })

  it('finds an answer about as well wherever a cut would fall', () => {
    const scores = Array.from({ length: 100 }, (_, at) => {
      const before = 250 + at
      return score(`${filler(before)} we round the tax ${filler(600 - before)}`).score
    })
    expect(Math.min(...scores)).toBeGreaterThan(0.7 * Math.max(...scores))
  })

  it('knows the words of all parts', () => {
    expect([...score(`tax ${filler(500)} round`).matched].sort()).toEqual(['round', 'tax'])
  })
})
