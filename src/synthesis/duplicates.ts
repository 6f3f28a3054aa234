/**
 * When two observations are the same one told twice. Pure; the extractor uses it within a turn, the store's caller for
 * a project's last hour. Different errors or different code names mean two different things, however similar the words.
 */
import type { ObservationDraft } from '../memory/observation.ts'

export type Comparable = Pick<ObservationDraft, 'type' | 'title' | 'facts' | 'filesRead' | 'filesModified'>
type Mergeable = Comparable & Pick<ObservationDraft, 'concepts' | 'discoveryTokens' | 'narrative' | 'failures'>

/** Two observations further apart in time are never the same. */
export const DUPLICATE_WINDOW_MS = 60 * 60 * 1000

// 0.8: two titles of ten words may differ in one
const MIN_OVERLAP = 0.8

export function isNearDuplicate(a: Comparable, b: Comparable): boolean {
  if (a.type !== b.type) return false
  if (jaccard(wordsOf(a.title), wordsOf(b.title)) <= MIN_OVERLAP) return false
  const filesA = [...a.filesModified, ...a.filesRead]
  const filesB = new Set([...b.filesModified, ...b.filesRead])
  const share = filesA.some((file) => filesB.has(file)) || (filesA.length === 0 && filesB.size === 0)
  return share && !differ(namesIn(a.title), namesIn(b.title)) && !differ(errorsIn(a), errorsIn(b))
}

/** The older one gets the facts, files, concepts and tokens of the newer one, and keeps its identity and words. */
export function mergeDrafts<T extends Mergeable>(
  older: T,
  newer: Mergeable & Partial<Pick<ObservationDraft, 'at' | 'eventKeys'>>,
): T {
  const merged = {
    ...older,
    facts: union(older.facts, newer.facts),
    concepts: union(older.concepts, newer.concepts),
    filesRead: union(older.filesRead, newer.filesRead),
    filesModified: union(older.filesModified, newer.filesModified),
    discoveryTokens: older.discoveryTokens + newer.discoveryTokens,
    narrative: older.narrative === '' ? newer.narrative : older.narrative,
    ...(newer.failures === undefined ? {} : { failures: union(older.failures ?? [], newer.failures) }),
  }
  const keys = eventKeysOf(older)
  if (keys === undefined) return merged
  return { ...merged, eventKeys: union(keys, newer.eventKeys ?? []), at: Math.max(atOf(older), newer.at ?? 0) }
}

function eventKeysOf(draft: object): string[] | undefined {
  return 'eventKeys' in draft && Array.isArray(draft.eventKeys) ? draft.eventKeys : undefined
}

function atOf(draft: object): number {
  return 'at' in draft && typeof draft.at === 'number' ? draft.at : 0
}

function union<T>(a: readonly T[], b: readonly T[]): T[] {
  return [...new Set([...a, ...b])]
}

function wordsOf(title: string): Set<string> {
  return new Set(title.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? [])
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length
  const all = a.size + b.size - common
  return all === 0 ? 1 : common / all
}

/** Words of a title that can only be code: `parseUser`, `max_size`, `TS2339`, numbers and values. */
function namesIn(title: string): Set<string> {
  return new Set(title.match(/[A-Za-z_$]*(?:_\w+|[a-z][A-Z]\w*|[A-Z]{2,}\w*)|[#\w.]*\d[\w.]*/g) ?? [])
}

function errorsIn(draft: Comparable): Set<string> {
  const text = [draft.title, ...draft.facts].join('\n')
  return new Set(text.match(/\b(?:[A-Z]\w*(?:Error|Exception)|TS\d{3,5}|E\d{4})\b/g) ?? [])
}

/** Both name something, and neither's names include all of the other's. */
function differ(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return false
  return [...a].some((name) => !b.has(name)) && [...b].some((name) => !a.has(name))
}
