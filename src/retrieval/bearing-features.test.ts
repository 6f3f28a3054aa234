import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../store/database.ts'
import { PROJECT } from '../store/store.fixture.ts'
import { rowFeatures } from './bearing.ts'
import { questionOf } from './bearing-features.ts'
import { findCandidates } from './candidates.ts'
import { readQuery } from './query-terms.ts'
import { rank } from './ranking.ts'
import { emptyStore, manyMemories, remember } from './search.fixture.ts'

let db: Database
beforeEach(() => {
  db = emptyStore()
  manyMemories(db, 50)
})

function measure(id: number, text: string, similarity?: number) {
  const pool = findCandidates(db, {
    read: readQuery(text),
    filter: { projects: [PROJECT.id] },
    kinds: ['observation', 'passage'],
    near: similarity === undefined ? undefined : [{ id, similarity }],
  })
  const rows = rank(pool, { now: 0, home: PROJECT.id, wish: undefined, turns: true })
  const row = rows.find(({ candidate }) => candidate.id === id)
  if (!row) throw new Error('not among the candidates')
  return rowFeatures(row, questionOf(pool))
}

describe('what speaks for a row', () => {
  it('words that stand together, more than the same words far apart', () => {
    const between = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor '.repeat(4)
    const together = remember(db, 'a', {
      title: 'One',
      narrative: `${between} The gherkin marmalade broke. ${between}`,
    })
    const apart = remember(db, 'b', { title: 'Two', narrative: `The gherkin ${between} and the marmalade.` })
    const question = 'why did the gherkin marmalade break'
    const [near, far] = [measure(together, question), measure(apart, question)]
    expect(near.best).toBeCloseTo(far.best)
    expect(far.closest).toBeLessThan(near.closest)
    expect(far.close).toBeLessThan(near.close)
  })

  it('a word that nothing has counts against every row, and as the rarest', () => {
    const id = remember(db, 'a', { title: 'Gherkin import' })
    const [known, unknown] = [measure(id, 'gherkin import'), measure(id, 'gherkin import walrus')]
    expect(known).toMatchObject({ best: 1, missing: 0 })
    expect(unknown.best).toBeLessThan(0.8)
    expect(unknown.missing).toBeCloseTo(1)
  })

  it('a word found by its pair in the other language is found', () => {
    const id = remember(db, 'a', { title: 'The invoice was wrong', narrative: 'The user saw the wrong total.' })
    expect(measure(id, 'usuario').best).toBe(1)
  })

  it('the beginning of a run of letters, in scripts that write no blanks', () => {
    const id = remember(db, 'a', { title: '税込みの合計を丸める' })
    expect(measure(id, '税込み').best).toBe(1)
  })

  it('nearness in meaning, where it is known', () => {
    const id = remember(db, 'a', { title: 'Gherkin import' })
    expect(measure(id, 'gherkin', 0.4)).toMatchObject({ similarity: 0.4, unlike: 0 })
    expect(measure(id, 'gherkin')).toMatchObject({ similarity: 0, unlike: 1 })
  })
})
