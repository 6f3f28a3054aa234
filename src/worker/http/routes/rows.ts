/** Converts our types to the field names of the seeds, in the requested size. */
import type { Freshness } from '../../../memory/freshness.ts'
import { citationOf, type Note } from '../../../memory/note.ts'
import type { Observation, Summary } from '../../../memory/observation.ts'
import { oneLine } from '../../../memory/one-line.ts'
import { excerpt } from '../../../retrieval/excerpt.ts'
import type { Explanation, SearchHit } from '../../../retrieval/search-result.ts'
import { saidWords, shareSaid } from '../../../retrieval/session-start-said.ts'
import type { Database } from '../../../store/database.ts'
import type { Turn } from '../../../store/passages.ts'
import type { StoredPrompt } from '../../../store/prompts.ts'
import { findSessionNumber } from '../../../store/sessions.ts'
import type {
  AnyFull,
  AnyIndex,
  ObservationFull,
  ObservationIndex,
  PromptFull,
  PromptIndex,
  SummaryFull,
  SummaryIndex,
  TurnFull,
} from '../../protocol/rows.ts'
import { freshnessRow } from './freshness-row.ts'

/** A prompt in an index row: enough to recognise it. */
const PROMPT_CHARACTERS = 240

/** What an index row shows; also available on rows that are not complete observations. */
type Shown = Pick<
  Observation,
  'id' | 'type' | 'title' | 'subtitle' | 'concepts' | 'origin' | 'project' | 'projectName' | 'createdAt' | 'turnId'
> &
  Partial<Pick<Observation, 'pinned' | 'edited' | 'recalled'>>

export function observationIndex(one: Shown, fresh?: Freshness): ObservationIndex {
  return {
    id: one.id,
    type: one.type,
    title: one.title,
    subtitle: one.subtitle,
    ...placed(one),
    concepts: one.concepts,
    ...(one.turnId === undefined ? {} : { turn: one.turnId }),
    ...(one.origin === 'untrusted' ? { untrusted: true as const } : {}),
    ...(one.pinned ? { pinned: true } : {}),
    ...(one.edited ? { edited: true as const } : {}),
    ...(one.recalled === false ? { recalled: false as const } : {}),
    ...freshnessRow(fresh, 'index'),
  }
}

/** The number of its session, which a row in a list shows. */
export function inSession(db: Database, { sessionId }: { sessionId: string | undefined }) {
  const number = sessionId === undefined ? undefined : findSessionNumber(db, sessionId)
  return number === undefined ? {} : { session_db_id: number }
}

export function observationFull(db: Database, one: Observation, fresh?: Freshness): ObservationFull {
  return {
    ...observationIndex(one),
    ...freshnessRow(fresh, 'full'),
    narrative: one.narrative,
    facts: one.facts,
    files: [...new Set([...one.filesModified, ...one.filesRead])],
    files_modified: one.filesModified,
    created_at_iso: iso(one.createdAt),
    session_db_id: null,
    ...inSession(db, one),
    session_id: one.sessionId ?? null,
    source: one.source,
    model: one.model ?? null,
    pinned: one.pinned,
    ...(one.standing ? { rule: true as const } : {}),
    ...(one.supersededBy === undefined ? {} : { superseded_by: one.supersededBy }),
    discovery_tokens: one.discoveryTokens,
  }
}

export function summaryIndex(one: Summary): SummaryIndex {
  return { id: one.session, request: one.request, completed: one.completed, ...placed(one) }
}

export function summaryFull(one: Summary): SummaryFull {
  return {
    ...summaryIndex(one),
    investigated: one.investigated,
    learned: one.learned,
    next_steps: one.nextSteps,
    notes: one.notes,
    files_read: one.filesRead,
    files_edited: one.filesEdited,
    created_at_iso: iso(one.createdAt),
    session_id: one.sessionId,
    discovery_tokens: one.discoveryTokens,
  }
}

export function promptIndex(one: StoredPrompt): PromptIndex {
  return { id: one.id, text: oneLine(one.text, PROMPT_CHARACTERS), ...placed(one) }
}

function promptFull(one: StoredPrompt): PromptFull {
  return { ...promptIndex(one), text: one.text, created_at_iso: iso(one.createdAt), session_id: one.sessionId }
}

/** An excerpt in an index row: enough to see why it matched. */
const EXCERPT_CHARACTERS = 200
/** Between two passages of one turn. */
const GAP = '\n[…]\n'

/** How each kind of hit is shown in each size. Hits of other kinds are left out. */
export function sizesFor(db: Database, by: { query: string; freshness?: Map<number, Freshness> | undefined }) {
  const { query, freshness = new Map() } = by
  const index = (hit: SearchHit, one: Observation) => ({
    ...observationIndex(one, freshness.get(one.id)),
    ...inSession(db, one),
    ...besideTitle(one.title, foundParts(hit, 'index', query)),
  })
  const full = (hit: SearchHit, one: Observation) => ({
    ...observationFull(db, one, freshness.get(one.id)),
    ...foundParts(hit, 'full', query),
  })
  const sizesOf = <Kind extends SearchHit['kind'], Index, Full>(
    kind: Kind,
    small: (hit: Extract<SearchHit, { kind: Kind }>) => Index,
    whole: (hit: Extract<SearchHit, { kind: Kind }>) => Full,
  ) => {
    const is = (hit: SearchHit): hit is Extract<SearchHit, { kind: Kind }> => hit.kind === kind
    return {
      index: (hit: SearchHit) => (is(hit) ? [small(hit)] : []),
      full: (hit: SearchHit) => (is(hit) ? [whole(hit)] : []),
    }
  }
  const sizes = {
    observation: sizesOf(
      'observation',
      (hit) => index(hit, hit.observation),
      (hit) => full(hit, hit.observation),
    ),
    summary: sizesOf(
      'summary',
      (hit) => ({ ...summaryIndex(hit.summary), ...foundParts(hit, 'index', query) }),
      (hit) => ({ ...summaryFull(hit.summary), ...foundParts(hit, 'full', query) }),
    ),
    prompt: sizesOf(
      'prompt',
      (hit) => ({ ...promptIndex(hit.prompt), ...inSession(db, hit.prompt), ...foundParts(hit, 'index', query) }),
      (hit) => ({ ...promptFull(hit.prompt), ...foundParts(hit, 'full', query) }),
    ),
    passage: sizesOf(
      'passage',
      (hit) => ({ id: hit.id, ...placed(hit), ...inSession(db, hit.turn), ...foundParts(hit, 'index', query) }),
      (hit) => ({ ...turnFull(hit.turn), ...foundParts(hit, 'full', query) }),
    ),
    note: sizesOf(
      'note',
      (hit) => ({ ...noteIndex(hit.note, query), ...foundParts(hit, 'index', query) }),
      (hit) => ({ ...noteFull(hit.note, query), ...foundParts(hit, 'full', query) }),
    ),
  }
  return {
    ...sizes,
    any: {
      index: (hit: SearchHit): AnyIndex[] => [
        ...sizes.observation.index(hit).map((row) => ({ kind: 'observation' as const, ...row })),
        ...sizes.summary.index(hit).map((row) => ({ kind: 'summary' as const, ...row })),
        ...sizes.prompt.index(hit).map((row) => ({ kind: 'prompt' as const, ...row })),
        ...sizes.passage.index(hit).map((row) => ({ kind: 'passage' as const, ...row })),
        ...sizes.note.index(hit).map((row) => ({ kind: 'note' as const, ...row })),
      ],
      full: (hit: SearchHit): AnyFull[] => [
        ...sizes.observation.full(hit).map((row) => ({ kind: 'observation' as const, ...row })),
        ...sizes.summary.full(hit).map((row) => ({ kind: 'summary' as const, ...row })),
        ...sizes.prompt.full(hit).map((row) => ({ kind: 'prompt' as const, ...row })),
        ...sizes.passage.full(hit).map((row) => ({ kind: 'passage' as const, ...row })),
        ...sizes.note.full(hit).map((row) => ({ kind: 'note' as const, ...row })),
      ],
    },
  }
}

export function turnFull(one: Turn): TurnFull {
  return {
    id: one.id,
    ...placed(one),
    files: one.files,
    created_at_iso: iso(one.createdAt),
    session_id: one.sessionId,
  }
}

function noteIndex(one: Note, query: string) {
  return {
    citation: citationOf(one),
    heading: one.heading,
    ...(one.day === undefined ? {} : { day: one.day }),
    ...placed(one),
    passage: excerpt(one.text, { query, most: EXCERPT_CHARACTERS }),
  }
}

function noteFull(one: Note, query: string) {
  return { ...noteIndex(one, query), text: one.text, created_at_iso: iso(one.createdAt) }
}

/** What the search adds; empty parts are left out. */
function foundParts(hit: SearchHit, size: 'index' | 'full', query: string) {
  const texts = hit.said.map(({ text }) => text)
  const passage = size === 'index' ? excerpt(texts.join('\n'), { query, most: EXCERPT_CHARACTERS }) : texts.join(GAP)
  return {
    score: Math.round(hit.score * 10_000) / 10_000,
    ...(hit.folded.length > 0 ? { folded: hit.folded } : {}),
    ...(passage === '' ? {} : { passage }),
    ...(hit.explain ? { explain: explained(hit.explain) } : {}),
  }
}

/** Without a passage that only repeats the title. */
function besideTitle<T extends { passage?: string }>(title: string, { passage, ...rest }: T) {
  const repeats = passage !== undefined && shareSaid(saidWords(passage), saidWords(title)) >= REPEATED
  return passage === undefined || repeats ? rest : { ...rest, passage }
}

/** A title leaves out the prefix of a commit's subject, one word of six. */
const REPEATED = 0.8

function explained({ matched, missing, similarity, coverage, bearing, ...parts }: Explanation) {
  return {
    parts,
    ...(similarity === undefined ? {} : { similarity }),
    ...(bearing === undefined ? {} : { bearing }),
    coverage,
    matched,
    missing,
  }
}

function placed(one: { createdAt: number; projectName: string; project: string }) {
  return { created_at_epoch: one.createdAt, project: one.projectName, project_id: one.project }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
