/**
 * The fusion over saved features: the steps of src/retrieval/ranking.ts with every weight variable. A text's own score
 * is a sum of curves, one per feature, so that an explanation of it still adds up.
 */
import { WEIGHTS } from '../../src/retrieval/weights.ts'
import type { Case, Row } from './fusion-features.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** Of a single candidate, scaled as in the ranking: words to the best of the pool, meaning to its spread. */
export interface Features {
  words: number
  meaning: number
  coverage: number
  time: number
}

export interface Fusion {
  own: (features: Features) => number
  said: number
  neighbour: number
  sameTime: number
}

/** The hand-set weights. */
export const BY_HAND: Fusion = {
  own: ({ words, meaning, time }) =>
    WEIGHTS.words * words ** WEIGHTS.sharpness + WEIGHTS.meaning * meaning + WEIGHTS.wish * time,
  said: WEIGHTS.said,
  neighbour: WEIGHTS.neighbour,
  sameTime: WEIGHTS.sameTime,
}

export interface Scored {
  row: Row
  features: Features
  /** Sum over neighbours of their own scores, by distance; the faded best of the same time. */
  neighbours: number
  sameTime: number
  score: number
  relevant: number
  missing: number
}

/** Best first; for questions to sessions one row per turn. */
export function rankCase(one: Case, fusion: Fusion): Scored[] {
  const scored = featuresOf(one).map(
    ({ row, features }): Scored => ({
      ...{ row, features, neighbours: 0, sameTime: 0, score: fusion.own(features) },
      ...{ relevant: row.relevant, missing: row.missing },
    }),
  )
  const rows = one.turns ? withSaid(scored, fusion.said) : scored
  addNeighbours(rows, fusion.neighbour)
  addSameTime(rows, fusion.sameTime)
  raiseComplete(rows, one.count)
  rows.sort((a, b) => b.score - a.score || b.row.createdAt - a.row.createdAt || b.row.id - a.row.id)
  return one.turns ? oneRowPerTurn(rows) : rows
}

export function featuresOf(one: Case): { row: Row; features: Features }[] {
  const best = Math.max(Number.MIN_VALUE, ...one.rows.map(({ words }) => words))
  const near = one.rows.flatMap(({ similarity }) => similarity ?? [])
  const mean = near.reduce((sum, value) => sum + value, 0) / Math.max(1, near.length)
  const spread = Math.sqrt(near.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, near.length))
  return one.rows.map((row) => ({
    row,
    features: {
      words: row.words / best,
      meaning: row.similarity === undefined ? 0 : standingOut((row.similarity - mean) / spread),
      coverage: row.coverage,
      time: one.wish ? wishedFor(row.createdAt, one.wish) : 0,
    },
  }))
}

function standingOut(deviations: number): number {
  return Number.isFinite(deviations) ? Math.min(1.5, Math.max(0, deviations / 4)) : 0.5
}

function wishedFor(at: number, { from = at, to = at }: NonNullable<Case['wish']>): number {
  return at < from ? 0 : 0.5 ** (Math.max(0, at - to) / DAY_MS / WEIGHTS.wishDays)
}

function withSaid(scored: Scored[], share: number): Scored[] {
  const passages = Map.groupBy(
    scored.filter(({ row }) => row.kind === 'passage').sort((a, b) => b.score - a.score),
    ({ row }) => row.turn,
  )
  const memories = scored.filter(({ row }) => row.kind !== 'passage')
  const shown = (one: Scored, said: Scored[]): Scored => ({
    ...one,
    relevant: one.relevant > 0 || said.some(({ relevant }) => relevant > 0) ? 1 : 0,
    missing: Math.min(one.missing, ...said.map(({ missing }) => missing)),
  })
  const rows = memories.map((one) => {
    const said = one.row.turn === null ? [] : (passages.get(one.row.turn) ?? []).slice(0, 2)
    const best = said[0]?.score ?? 0
    return { ...shown(one, said), score: Math.max(one.score, best) + share * Math.min(one.score, best) }
  })
  const told = new Set(memories.map(({ row }) => row.turn))
  const untold = [...passages].flatMap(([turn, said]) =>
    told.has(turn) ? [] : said.slice(0, 1).map((one) => shown(one, said.slice(0, 2))),
  )
  return [...rows, ...untold]
}

function addNeighbours(rows: Scored[], weight: number): void {
  const own = new Map(
    rows.map((one) => [`${one.row.kind} ${one.row.id}`, { session: one.row.session, score: one.score }]),
  )
  for (const one of rows) {
    const { kind, id, session } = one.row
    if (session === null || kind !== 'observation') continue
    for (let distance = 1; distance <= WEIGHTS.neighbours; distance++)
      for (const other of [own.get(`${kind} ${id - distance}`), own.get(`${kind} ${id + distance}`)])
        if (other?.session === session) one.neighbours += other.score / distance
    one.score += weight * one.neighbours
  }
}

function addSameTime(rows: Scored[], weight: number): void {
  const lone = rows.filter(({ row }) => row.session === null).sort((a, b) => a.row.createdAt - b.row.createdAt)
  const before = new Map(lone.map((one) => [one, one.score]))
  for (const inOrder of [lone, lone.toReversed()]) {
    let last: { score: number; at: number } | undefined
    for (const one of inOrder) {
      const at = one.row.createdAt
      const faded = last ? last.score * 0.5 ** (Math.abs(at - last.at) / HOUR_MS / WEIGHTS.sameTimeHours) : 0
      one.sameTime = Math.max(one.sameTime, faded)
      last = { score: Math.max(before.get(one) ?? 0, faded), at }
    }
  }
  for (const one of lone) one.score += weight * one.sameTime
}

function raiseComplete(rows: Scored[], count: number): void {
  if (count < 2) return
  const singles = rows.filter(({ missing }) => missing >= count - 1).map(({ score }) => score)
  const floor = Math.max(0, ...singles) + WEIGHTS.recent + WEIGHTS.recency + WEIGHTS.type + WEIGHTS.home + WEIGHTS.stale
  for (const one of rows) if (one.missing === 0 && one.score <= floor) one.score = floor + one.score * 1e-6
}

function oneRowPerTurn(ordered: Scored[]): Scored[] {
  const groups = Map.groupBy(ordered, ({ row }) => row.turn)
  return ordered.flatMap((one) => {
    const group = one.row.turn === null ? [one] : (groups.get(one.row.turn) ?? [one])
    if (group[0] !== one) return []
    return [group.find(({ row }) => row.kind === 'observation') ?? one]
  })
}
