/**
 * What was said in a turn counts for its memories: questions often use the words of the conversation rather than those
 * of the memory. A turn that left no memory is represented by its best passage.
 */
import { byScore, type Ranked } from './ranked.ts'
import { WEIGHTS } from './weights.ts'
import { coverageOf, type RareTerm } from './word-score.ts'

/** Passages shown per turn: an answer is rarely in more. */
const MAX_SHOWN = 2

/**
 * Removes passages from the list: those of a turn with a memory count for it, the others become rows if `turns` are
 * wanted.
 */
export function withSaid(scored: readonly Ranked[], terms: RareTerm[], turns: boolean): Ranked[] {
  const memories = scored.filter(({ candidate }) => candidate.kind !== 'passage')
  const passages = Map.groupBy(
    scored.filter(({ candidate }) => candidate.kind === 'passage').sort(byScore),
    ({ candidate }) => candidate.turn,
  )
  const rows = memories.map((one) => {
    const said = one.candidate.turn === null ? [] : (passages.get(one.candidate.turn) ?? []).slice(0, MAX_SHOWN)
    return turns ? withWords({ ...one, said }, terms) : { ...one, said }
  })
  for (const row of rows) {
    const best = row.said[0]?.score ?? 0
    // The better of the two in full, and a share of the other.
    row.parts.said = Math.max(row.score, best) + WEIGHTS.said * Math.min(row.score, best) - row.score
    row.score += row.parts.said
  }
  if (!turns) return rows
  const told = new Set(memories.map(({ candidate }) => candidate.turn))
  const untold = [...passages].flatMap(([turn, said]) => {
    const [best] = said
    return best === undefined || told.has(turn) ? [] : [withWords({ ...best, said: said.slice(0, MAX_SHOWN) }, terms)]
  })
  return [...rows, ...untold]
}

/** Its words are those of the memory and of what was said; its coverage is that of the best single text. */
function withWords(row: Ranked, terms: RareTerm[]): Ranked {
  if (row.said.length === 0) return row
  const matched = new Set([...row.matched, ...row.said.flatMap((one) => [...one.matched])])
  const coverage = Math.max(row.parts.coverage, ...row.said.map(({ parts }) => parts.coverage))
  return { ...row, matched, parts: { ...row.parts, ...coverageOf(matched, terms), coverage } }
}

/**
 * Takes an ordered list. A turn's best memory represents it, at the position of the turn's best row; prompts count as
 * part of the turn.
 */
export function oneRowPerTurn(ordered: readonly Ranked[]): Ranked[] {
  const groups = Map.groupBy(ordered, ({ candidate }) => candidate.turn)
  return ordered.flatMap((one) => {
    const { turn } = one.candidate
    const group = turn === null ? [one] : (groups.get(turn) ?? [one])
    if (group[0] !== one) return []
    const memories = group.filter(({ candidate }) => candidate.kind === 'observation')
    const [row = one] = memories
    return [{ ...row, score: one.score, folded: memories.slice(1).map(({ candidate }) => candidate.id) }]
  })
}
