/** The generated memories are what the bench says they are. */
import { describe, expect, it } from 'vitest'
import { stem } from '../../src/retrieval/stem.ts'
import { makeCorpus, SEED, type WorkSession } from './corpus.ts'
import { knownItems } from './vectors.ts'
import { makeVocabulary } from './words.ts'

const NOW = Date.UTC(2026, 0, 1)
const corpus = makeCorpus(10_000, { now: NOW })
const sessions = Array.from({ length: corpus.sessions }, (_, place) => corpus.sessionAt(place))
const byNumber = (all: WorkSession[], number: number) => all.find((one) => one.number === number) as WorkSession // of all

describe('the generated memories', () => {
  it('are the same for the same seed and others for another', () => {
    const again = makeCorpus(10_000, { now: NOW })
    const other = makeCorpus(10_000, { now: NOW, seed: SEED + 1 })
    const drafts = (from: typeof corpus) => from.draftsOf(from.sessionAt(17)).map((draft) => draft.title)
    expect(drafts(again)).toEqual(drafts(corpus))
    expect(drafts(other)).not.toEqual(drafts(corpus))
  })

  it('use more than 20,000 stems', () => {
    expect(new Set(makeVocabulary(SEED).map(stem)).size).toBeGreaterThan(20_000)
  })

  it('have about 600 to 900 bytes of text', () => {
    const sizes = sessions.slice(0, 100).flatMap((session) =>
      corpus.draftsOf(session).map((one) => {
        const files = [...one.filesRead, ...one.filesModified]
        return [one.title, one.subtitle, one.narrative, ...one.facts, ...files].join(' ').length
      }),
    )
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
    expect(mean).toBeGreaterThan(600)
    expect(mean).toBeLessThan(900)
  })

  it('belong to forty projects, two in five of them to one', () => {
    const counts = Map.groupBy(sessions, (one) => one.project.id)
    const largest = Math.max(...[...counts.values()].map((list) => list.length))
    expect(counts.size).toBe(40)
    expect(largest / sessions.length).toBeGreaterThan(0.35)
    expect(largest / sessions.length).toBeLessThan(0.45)
  })

  it('lie in the past two years, in the order of their sessions', () => {
    const times = sessions
      .filter((_, at) => at % 7 === 0)
      .flatMap((session) => corpus.draftsOf(session).map((draft) => draft.at))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(NOW)
    expect(NOW - (times[0] ?? 0)).toBeLessThanOrEqual(2 * 366 * 24 * 60 * 60 * 1000)
  })

  it('say the same in every size that has them', () => {
    const small = makeCorpus(8000, { now: NOW })
    const others = Array.from({ length: small.sessions }, (_, place) => small.sessionAt(place))
    for (const number of [0, 3, 319]) {
      const titles = (from: typeof corpus, all: WorkSession[]) =>
        from.draftsOf(byNumber(all, number)).map((draft) => `${draft.key} ${draft.title} ${draft.narrative}`)
      expect(titles(small, others)).toEqual(titles(corpus, sessions))
    }
  })

  it('were made of turns with ten passages each, as long as those of real sessions', () => {
    const some = sessions.slice(0, 40)
    const turns = some.flatMap((session) => corpus.turnsOf(session))
    const lengths = turns.flatMap((turn) => turn.passages.map(({ text }) => text.length)).sort((a, b) => a - b)
    const quantile = (share: number) => lengths[Math.floor(lengths.length * share)] ?? 0
    expect(new Set(turns.map((turn) => turn.passages.length))).toEqual(new Set([10]))
    const [quarter, half, most] = [quantile(0.25), quantile(0.5), quantile(0.75)]
    expect(quarter).toBeGreaterThan(50)
    expect(quarter).toBeLessThan(130)
    expect(half).toBeGreaterThan(180)
    expect(half).toBeLessThan(270)
    expect(most).toBeGreaterThan(680)
    expect(most).toBeLessThan(800)
    const made = new Set(some.flatMap((session) => corpus.draftsOf(session).map((draft) => draft.turn)))
    expect(turns.filter((turn) => made.has(turn.key)).length / turns.length).toBeCloseTo(0.8, 2)
    const keys = turns.flatMap((turn) => turn.passages.map(({ eventKey, part }) => `${eventKey} ${part}`))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('are as long as they are asked to be', () => {
    const long = makeCorpus(100, { now: NOW, characters: 10_000 })
    for (const { narrative } of long.draftsOf(long.sessionAt(1))) {
      expect(narrative.length).toBeGreaterThanOrEqual(10_000)
      expect(narrative.length).toBeLessThan(10_200)
    }
  })

  it('hold more than 200 known items', () => {
    const items = knownItems()
    expect(items.length).toBeGreaterThan(200)
    for (const { session, draft } of items.slice(0, 20)) {
      const [stored] = corpus.draftsOf(byNumber(sessions, session.number))
      expect(stored).toMatchObject({ key: draft.key, narrative: draft.narrative })
    }
  })
})
