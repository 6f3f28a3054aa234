/** The same thing told twice in one session: the later text stays, under the identity of the first. */
import type { ObservationDraft } from '../memory/observation.ts'
import { matterOf } from './title.ts'
import { shareIn, termsOf } from './words/terms.ts'

/**
 * Shares of the shorter title's and the shorter text's terms from which both say the same. Set by hand and then tried
 * on the open sessions: titles at .75 and .95 keep as many of the things readers wrote down (.821); texts at .5 keep
 * .814, at .7 .825 and more that is untrue (.123 instead of .110).
 */
const SAME_TITLE = 0.85
const SAME_TEXT = 0.6

export function mergeRepeats(drafts: readonly ObservationDraft[]): ObservationDraft[] {
  const kept: ObservationDraft[] = []
  for (const draft of drafts) {
    const at = kept.findIndex((older) => isRepeat(older, draft))
    const older = kept[at]
    if (older === undefined) kept.push(draft)
    else if (isPlanOf(draft, older)) kept[at] = { ...merge(draft, older), key: older.key }
    else kept[at] = merge(older, draft)
  }
  return kept
}

/** What came of a plan is later than the plan, although it is put first. */
function isPlanOf(draft: ObservationDraft, { key }: ObservationDraft): boolean {
  return draft.key === `${key}:plan`
}

export function isRepeat(a: ObservationDraft, b: ObservationDraft): boolean {
  if ((a.standing ?? false) !== (b.standing ?? false)) return false
  if (a.title === b.title) return true
  return isSameMatter(a.title, b.title) && (a.standing === true || alike(textOf(a), textOf(b)) >= SAME_TEXT)
}

/** Adds nothing to this text, which somebody stored explicitly. */
export function isToldBy(draft: Pick<ObservationDraft, 'title' | 'narrative'>, text: string): boolean {
  const own = termsOf(`${draft.title} ${draft.narrative}`)
  return own.size > 0 && shareIn(own, termsOf(text)) >= TOLD
}

/** Set by hand, not tried: `remember` is rarely called in the sessions we measure on. */
const TOLD = 0.8

/** Two titles about the same subject, from any session. */
export function isSameMatter(a: string, b: string): boolean {
  const [one, other] = [matterOf(a), matterOf(b)]
  return one === other || (!nameOtherThings(one, other) && alike(one, other) >= SAME_TITLE)
}

const CODE = /[A-Za-z_$][\w$]*(?:_\w+|[a-z][A-Z]\w*)|[A-Za-z]+\d\w*/g

/** Each names code that the other does not: two things, however similar the words. */
function nameOtherThings(a: string, b: string): boolean {
  const [one, other] = [new Set(a.match(CODE)), new Set(b.match(CODE))]
  return [...one].some((name) => !other.has(name)) && [...other].some((name) => !one.has(name))
}

/** Without lines that repeat an earlier one. */
export function distinctTexts(texts: readonly string[]): string[] {
  const kept: { text: string; terms: Set<string> }[] = []
  for (const text of texts) {
    const terms = termsOf(text)
    if (!kept.some((other) => shareIn(terms, other.terms) >= TOLD)) kept.push({ text, terms })
  }
  return kept.map(({ text }) => text)
}

function merge(older: ObservationDraft, newer: ObservationDraft): ObservationDraft {
  const union = <T>(a: readonly T[], b: readonly T[]) => [...new Set([...a, ...b])]
  const failures = union(older.failures ?? [], newer.failures ?? [])
  return {
    ...newer,
    key: older.key,
    // A later text that is only a short confirmation does not replace the full one.
    narrative: newer.narrative.length * 2 < older.narrative.length ? older.narrative : newer.narrative,
    facts: union(older.facts, newer.facts),
    concepts: union(older.concepts, newer.concepts),
    filesRead: union(older.filesRead, newer.filesRead),
    filesModified: union(older.filesModified, newer.filesModified),
    eventKeys: union(older.eventKeys, newer.eventKeys),
    discoveryTokens: older.discoveryTokens + newer.discoveryTokens,
    ...(failures.length > 0 ? { failures } : {}),
  }
}

function textOf({ title, narrative }: ObservationDraft): string {
  return `${title} ${narrative}`
}

function alike(a: string, b: string): number {
  const [one, other] = [termsOf(a), termsOf(b)]
  const [short, long] = one.size <= other.size ? [one, other] : [other, one]
  // Two words are too few to identify a subject.
  if (short.size < 3) return 0
  return shareIn(short, long)
}
