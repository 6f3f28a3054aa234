/**
 * No page of five memories that say the same. Near-identical hits are folded into the best of them; after that, of two
 * hits of about equal worth the one that adds something comes first (maximal marginal relevance).
 */
import { byScore, type Ranked } from './ranked.ts'
import { WEIGHTS } from './weights.ts'
import type { ReadMemory } from './word-score.ts'

/** Beyond this the order is by score alone: nobody reads page after page for variety. */
const REORDERED = 50
/** Share of words in common from which two memories say the same. */
const SAME = 0.92
/** Words of the beginning that stand for a memory when it is compared with the others. */
const HEAD_WORDS = 24

export function diversify(ranked: Ranked[]): Ranked[] {
  const first = fold(ranked.slice(0, REORDERED))
  const heads = new Map(first.map((one) => [one, headOf(one.memory)]))
  const best = Math.max(Number.MIN_VALUE, ...first.map((one) => one.score))
  const waiting = new Map(first.map((one) => [one, 0]))
  const chosen: Ranked[] = []
  while (waiting.size > 0) {
    let next: Ranked | undefined
    let worth = Number.NEGATIVE_INFINITY
    for (const [one, overlap] of waiting) {
      const value = WEIGHTS.diversity * (one.score / best) - (1 - WEIGHTS.diversity) * overlap
      if (value > worth) [next, worth] = [one, value]
    }
    if (!next) break
    waiting.delete(next)
    chosen.push(next)
    const head = heads.get(next) ?? new Set()
    for (const [one, overlap] of waiting) {
      waiting.set(one, Math.max(overlap, shared(head, heads.get(one) ?? new Set())))
    }
  }
  return [...chosen, ...ranked.slice(REORDERED)]
}

function fold(ranked: Ranked[]): Ranked[] {
  const kept: (Ranked & { head: Set<string> })[] = []
  for (const one of ranked) {
    const head = headOf(one.memory)
    const twin = kept.find((other) => isSame(one, head, other, other.head))
    if (twin) twin.folded.push(one.candidate.id, ...one.folded)
    else kept.push({ ...one, folded: [...one.folded], head })
  }
  return kept.sort(byScore)
}

function isSame(a: Ranked, headA: Set<string>, b: Ranked, headB: Set<string>): boolean {
  if (a.candidate.kind !== b.candidate.kind || a.candidate.project !== b.candidate.project) return false
  if (Math.min(a.memory.length, b.memory.length) < SAME * Math.max(a.memory.length, b.memory.length)) return false
  if (shared(headA, headB) < SAME) return false
  return shared(wordsOf(a.memory), wordsOf(b.memory)) >= SAME
}

function headOf(memory: ReadMemory): Set<string> {
  const words = [...memory.title, ...memory.subtitle, ...memory.body.slice(0, HEAD_WORDS)]
  return new Set(words.slice(0, HEAD_WORDS).map((token) => token.whole))
}

function wordsOf(memory: ReadMemory): Set<string> {
  return new Set([...memory.title, ...memory.subtitle, ...memory.body, ...memory.files].map((token) => token.whole))
}

/** Jaccard: words in common over words in either. */
function shared(a: Set<string>, b: Set<string>): number {
  if (a.size === 0 || b.size === 0) return a.size === b.size ? 1 : 0
  let common = 0
  for (const word of a) if (b.has(word)) common += 1
  return common / (a.size + b.size - common)
}
