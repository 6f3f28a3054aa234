/**
 * Avoids five hits that say the same. Near-identical hits are folded into the best of them; then, of two hits of about
 * equal score, the one that adds more comes first (maximal marginal relevance).
 */

import { firstTokens, tokensOf } from './index-tokens.ts'
import { byMarginalRelevance, jaccard } from './marginal-relevance.ts'
import { byScore, type Ranked } from './ranked.ts'
import { WEIGHTS } from './weights.ts'
import { pathsOf } from './word-score.ts'

/** Beyond this, order by score alone: nobody reads that far for variety. */
const REORDERED = 50
/** Share of common words from which two memories count as the same. */
const SAME = 0.92
/** A memory is compared by this many words from its beginning. */
const HEAD_WORDS = 24

export function diversify(ranked: Ranked[]): Ranked[] {
  const first = fold(ranked.slice(0, REORDERED))
  const best = Math.max(Number.MIN_VALUE, ...first.map(({ row }) => row.score))
  const chosen = byMarginalRelevance(first, {
    lambda: WEIGHTS.diversity,
    relevance: ({ row }) => row.score / best,
    similarity: (one, other) => jaccard(one.head, other.head),
  })
  return [...chosen.map(({ row }) => row), ...ranked.slice(REORDERED)]
}

interface Headed {
  row: Ranked
  head: Set<string>
}

function fold(ranked: Ranked[]): Headed[] {
  const kept: Headed[] = []
  for (const row of ranked) {
    const one = { row: { ...row, folded: [...row.folded] }, head: headOf(row) }
    const twin = kept.find((other) => isSame(one, other))
    if (twin) twin.row.folded.push(row.candidate.id, ...row.folded)
    else kept.push(one)
  }
  return kept.sort((a, b) => byScore(a.row, b.row))
}

function isSame(one: Headed, other: Headed): boolean {
  const [a, b] = [one.row, other.row]
  if (a.candidate.kind !== b.candidate.kind || a.candidate.project !== b.candidate.project) return false
  if (Math.min(a.memory.length, b.memory.length) < SAME * Math.max(a.memory.length, b.memory.length)) return false
  if (jaccard(one.head, other.head) < SAME) return false
  return jaccard(wordsOf(a), wordsOf(b)) >= SAME
}

function headOf({ candidate: { title, subtitle, body } }: Ranked): Set<string> {
  const head = new Set<string>()
  let words = 0
  for (const text of [title, subtitle, body]) {
    for (const { whole } of firstTokens(text, HEAD_WORDS - words)) {
      head.add(whole)
      words += 1
    }
  }
  return head
}

function wordsOf({ candidate: { title, subtitle, body, files } }: Ranked): Set<string> {
  return new Set([title, subtitle, body, pathsOf(files)].flatMap(tokensOf).map((token) => token.whole))
}
