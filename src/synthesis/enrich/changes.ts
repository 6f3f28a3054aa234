/**
 * What a model's answer means for the stored rows. Leniency ends here: an item that is unclear, has a wrong reference,
 * contradicts another or would lose something is ignored, and the local text stays.
 */
import type { ObservationText } from '../../memory/observation.ts'
import { type Comparable, isNearDuplicate } from '../duplicates.ts'
import { MAX_NARRATIVE, MAX_REASON, MAX_SUBTITLE, readFacts, readLine, readProse, readTitle } from './answer-text.ts'
import { keepFacts } from './keep-facts.ts'
import { readMerges } from './merges.ts'
import type { Refs, StoredObservation } from './request.ts'
import type { LooseChange } from './schema.ts'

/**
 * Apply in the given order. A merge is followed by an improve that gives the kept row its text, with the facts of all
 * merged ones. `evidence` are event keys; for an improve, those the model used beyond the row's own.
 */
export type EnrichChange =
  | { kind: 'merge'; into: number; from: number[] }
  | { kind: 'improve'; observation: number; text: ObservationText; evidence: string[] }
  | { kind: 'create'; text: ObservationText; evidence: string[] }
  | { kind: 'drop'; observation: number; reason: string }

/** More new observations than this from one batch is collecting, not distilling. */
const MAX_CREATED = 10

export function resolveChanges(
  items: readonly LooseChange[],
  refs: Refs,
): { changes: EnrichChange[]; ignored: string[] } {
  const ignored: string[] = []
  const ignore = (item: LooseChange, why: string) => void ignored.push(`${nameOf(item)}: ${why}`)
  const merges = readMerges(items, refs, ignore)
  const changes: EnrichChange[] = merges.groups.map(({ into, from }) => ({ kind: 'merge', into, from }))
  const improvements = readImprovements(items, refs, { mergedAway: merges.mergedAway, ignore })

  for (const group of merges.groups) {
    const text = improvedText(group.kept, improvements.get(group.kept.id), group.others)
    const evidence = evidenceOf(improvements.get(group.kept.id), refs)
    changes.push({ kind: 'improve', observation: group.into, text, evidence })
  }
  const grouped = new Set(merges.groups.flatMap(({ into, from }) => [into, ...from]))
  for (const stored of refs.observations.values()) {
    const item = improvements.get(stored.id)
    if (item === undefined || grouped.has(stored.id)) continue
    const text = improvedText(stored, item, [])
    if (isSame(text, stored.draft)) improvements.delete(stored.id)
    else changes.push({ kind: 'improve', observation: stored.id, text, evidence: evidenceOf(item, refs) })
  }
  changes.push(...readCreations(items, refs, ignore))
  changes.push(...readDrops(items, refs, { keep: new Set([...grouped, ...improvements.keys()]), ignore }))
  return { changes, ignored }
}

type Ignore = (item: LooseChange, why: string) => void

/** Never the model's words: the action, and the reference if it is well-formed. */
function nameOf(item: LooseChange): string {
  return /^o\d{1,4}$/.test(item.ref ?? '') ? `${item.action} ${item.ref}` : item.action
}

function readImprovements(
  items: readonly LooseChange[],
  refs: Refs,
  by: { mergedAway: ReadonlySet<number>; ignore: Ignore },
): Map<number, LooseChange> {
  const improvements = new Map<number, LooseChange>()
  for (const item of items) {
    if (item.action !== 'improve') continue
    const stored = refs.observations.get(item.ref ?? '')
    if (stored === undefined) by.ignore(item, 'unknown reference')
    else if (by.mergedAway.has(stored.id)) by.ignore(item, 'merged into another one')
    else if (improvements.has(stored.id)) by.ignore(item, 'improved twice')
    else {
      if ((item.title ?? '').trim() !== '' && readTitle(item.title) === undefined) by.ignore(item, 'title says nothing')
      improvements.set(stored.id, item)
    }
  }
  return improvements
}

/** For each field the model's text if there is one, else the local text; facts are never lost. */
function improvedText(
  kept: StoredObservation,
  item: LooseChange | undefined,
  merged: readonly StoredObservation[],
): ObservationText {
  const local = kept.draft
  const title = readTitle(item?.title) ?? local.title
  const subtitle = readLine(item?.subtitle, MAX_SUBTITLE) || local.subtitle
  const narrative = readProse(item?.narrative, MAX_NARRATIVE) || local.narrative
  const facts = readFacts(item?.facts ?? [])
  const drafts = [local, ...merged.map(({ draft }) => draft)]
  const mustStay = drafts.flatMap((draft) => [...draft.facts, draft.title])
  const concepts = item === undefined || item.concepts.length === 0 ? local.concepts : item.concepts
  return {
    type: item?.type ?? local.type,
    title,
    subtitle,
    narrative,
    facts: keepFacts(mustStay, {
      facts: facts.length > 0 ? facts : local.facts,
      otherText: [title, subtitle, narrative],
    }),
    concepts: [...new Set([...concepts, ...merged.flatMap(({ draft }) => draft.concepts)])],
  }
}

function isSame(text: ObservationText, local: ObservationText): boolean {
  return (
    text.type === local.type &&
    text.title === local.title &&
    text.subtitle === local.subtitle &&
    text.narrative === local.narrative &&
    text.facts.join('\n') === local.facts.join('\n') &&
    text.concepts.join() === local.concepts.join()
  )
}

function readCreations(items: readonly LooseChange[], refs: Refs, ignore: Ignore): EnrichChange[] {
  const created: (EnrichChange & { kind: 'create' })[] = []
  for (const item of items) {
    if (item.action !== 'create') continue
    const text = createdText(item)
    const evidence = evidenceOf(item, refs)
    if (text === undefined) ignore(item, 'no title, or one that says nothing')
    // Without a source event nothing could be checked, dated or forgotten.
    else if (evidence.length === 0) ignore(item, 'no known event as evidence')
    else if (isKnown(text, refs, created)) ignore(item, 'already stored')
    else if (created.length >= MAX_CREATED) ignore(item, 'too many at once')
    else created.push({ kind: 'create', text, evidence })
  }
  return created
}

function createdText(item: LooseChange): ObservationText | undefined {
  const title = readTitle(item.title)
  if (title === undefined) return undefined
  return {
    // Worth keeping but of unknown type: at least it was discovered.
    type: item.type ?? 'discovery',
    title,
    subtitle: readLine(item.subtitle, MAX_SUBTITLE),
    narrative: readProse(item.narrative, MAX_NARRATIVE),
    facts: readFacts(item.facts),
    concepts: item.concepts,
  }
}

function isKnown(text: ObservationText, refs: Refs, created: readonly { text: ObservationText }[]): boolean {
  const noFiles = { filesRead: [], filesModified: [] }
  const known = [
    ...[...refs.observations.values()].map(({ draft }) => draft),
    ...created.map((other) => ({ ...other.text, ...noFiles })),
  ]
  return known.some((other) => saysTheSame(text, other))
}

/** The new one has no files yet, so the other's are assumed. */
export function saysTheSame(text: Pick<ObservationText, 'type' | 'title' | 'facts'>, other: Comparable): boolean {
  return (
    other.title.toLowerCase() === text.title.toLowerCase() ||
    isNearDuplicate({ ...text, filesRead: other.filesRead, filesModified: other.filesModified }, other)
  )
}

function evidenceOf(item: LooseChange | undefined, refs: Refs): string[] {
  return [...new Set((item?.evidence ?? []).flatMap((ref) => refs.events.get(ref) ?? []))]
}

/** Improved or merged rows are not dropped, and one answer drops at most half of what it was shown. */
function readDrops(
  items: readonly LooseChange[],
  refs: Refs,
  by: { keep: ReadonlySet<number>; ignore: Ignore },
): EnrichChange[] {
  const drops = new Map<number, EnrichChange>()
  const asked: LooseChange[] = []
  for (const item of items) {
    if (item.action !== 'drop') continue
    const stored = refs.observations.get(item.ref ?? '')
    const reason = readLine(item.reason, MAX_REASON)
    if (stored === undefined) by.ignore(item, 'unknown reference')
    else if (reason === '') by.ignore(item, 'no reason given')
    else if (by.keep.has(stored.id)) by.ignore(item, 'also improved or merged')
    else {
      drops.set(stored.id, { kind: 'drop', observation: stored.id, reason })
      asked.push(item)
    }
  }
  if (drops.size <= Math.max(1, Math.floor(refs.observations.size / 2))) return [...drops.values()]
  for (const item of asked) by.ignore(item, 'too many dropped at once')
  return []
}
