/**
 * One short list from the hits of several queries about one message, and the few lines an agent reads of it. Pure:
 * today is an argument. Hits arrive with the search's own score, because age is applied here, once. A note's text is
 * data: it never starts a line or heading of its own.
 */
import { cutAtWord } from '../memory/cut-text.ts'
import { safeLine } from '../memory/safe-text.ts'
import { freshnessOf, type ScoredNote } from './order-notes.ts'

export type MergedHit<T> = T & {
  /** The queries that found it, in the order they were asked. */
  matchedQueries: string[]
}

/** Best first, each piece once. */
export function mergeHits<T extends ScoredNote>(
  found: readonly { query: string; hits: readonly T[] }[],
  by: { maxResults: number; includeRecency: boolean; halfLifeDays: number; today: string },
): MergedHit<T>[] {
  const merged = new Map<string, MergedHit<T>>()
  for (const { query, hits } of found) {
    for (const hit of hits) {
      const known = merged.get(hit.key)
      const queries = known?.matchedQueries ?? []
      const matchedQueries = queries.includes(query) ? queries : [...queries, query]
      const better = known !== undefined && known.score >= hit.score ? known : hit
      merged.set(hit.key, { ...better, matchedQueries })
    }
  }
  return [...merged.values()]
    .map((hit) => ({ ...hit, score: hit.score * (by.includeRecency ? freshnessOf(hit.day, by) : 1) * bonusOf(hit) }))
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .slice(0, by.maxResults)
}

function bonusOf({ matchedQueries }: { matchedQueries: string[] }): number {
  return Math.min(MAX_BONUS, PER_FURTHER_QUERY ** (matchedQueries.length - 1))
}

/** The queries come from one message and share words: a second match means something, a third little more. */
const PER_FURTHER_QUERY = 1.15
const MAX_BONUS = 1.3

export interface DigestEntry {
  /** `memory/2026-04-11.md#L3-L9`; absent when citations are off. */
  citation?: string | undefined
  snippet: string
}

/** Empty for no entries. */
export function renderDigest(entries: readonly DigestEntry[], maxResults = MAX_LINES): string {
  const lines = entries
    .slice(0, maxResults)
    .map(
      ({ citation, snippet }) =>
        `- ${citation === undefined ? '' : `[${safeLine(citation)}] `}${cut(safeLine(snippet))}`,
    )
  return lines.length === 0 ? '' : ['## Relevant prior context', '', ...lines].join('\n')
}

const MAX_LINES = 4
// 220 characters: two sentences; four of these add 250 tokens to a prompt
const SNIPPET_CHARACTERS = 220

/** The limit includes the omission mark. */
function cut(text: string): string {
  return text.length <= SNIPPET_CHARACTERS ? text : `${cutAtWord(text, SNIPPET_CHARACTERS - 1)}…`
}
