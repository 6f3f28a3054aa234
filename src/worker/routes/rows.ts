/** From our words to the seeds' field names, in the size that was asked for. */
import type { Freshness } from '../../memory/freshness.ts'
import type { Observation, Summary } from '../../memory/observation.ts'
import { oneLine } from '../../memory/one-line.ts'
import type { Explanation, SearchHit } from '../../retrieval/search.ts'
import type { Database } from '../../store/database.ts'
import type { StoredPrompt } from '../../store/prompts.ts'
import { findSessionNumber } from '../../store/sessions.ts'
import { freshnessRow } from '../freshness.ts'
import type {
  AnyFull,
  AnyIndex,
  ObservationFull,
  ObservationIndex,
  PromptFull,
  PromptIndex,
  SummaryFull,
  SummaryIndex,
} from '../protocol/rows.ts'

/** A prompt in an index: enough to recognise it. */
const PROMPT_CHARACTERS = 240

/** What an index shows: rows that are not whole observations have it too. */
type Shown = Pick<
  Observation,
  'id' | 'type' | 'title' | 'subtitle' | 'concepts' | 'origin' | 'project' | 'projectName' | 'createdAt'
>

export function observationIndex(one: Shown, fresh?: Freshness): ObservationIndex {
  return {
    id: one.id,
    type: one.type,
    title: one.title,
    subtitle: one.subtitle,
    ...placed(one),
    concepts: one.concepts,
    ...(one.origin === 'untrusted' ? { untrusted: true as const } : {}),
    ...freshnessRow(fresh, 'index'),
  }
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
    session_db_id: (one.sessionId === undefined ? undefined : findSessionNumber(db, one.sessionId)) ?? null,
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

function summaryFull(one: Summary): SummaryFull {
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

/** How each kind of hit is shown in each size. Hits of another kind are none of its rows. */
export function sizesFor(db: Database, freshness: Map<number, Freshness> = new Map()) {
  const index = (one: Observation) => observationIndex(one, freshness.get(one.id))
  const full = (one: Observation) => observationFull(db, one, freshness.get(one.id))
  return {
    observation: {
      index: (hit: SearchHit) =>
        hit.kind === 'observation' ? [{ ...index(hit.observation), ...foundParts(hit) }] : [],
      full: (hit: SearchHit) => (hit.kind === 'observation' ? [{ ...full(hit.observation), ...foundParts(hit) }] : []),
    },
    summary: {
      index: (hit: SearchHit) => (hit.kind === 'summary' ? [{ ...summaryIndex(hit.summary), ...foundParts(hit) }] : []),
      full: (hit: SearchHit) => (hit.kind === 'summary' ? [{ ...summaryFull(hit.summary), ...foundParts(hit) }] : []),
    },
    prompt: {
      index: (hit: SearchHit) => (hit.kind === 'prompt' ? [{ ...promptIndex(hit.prompt), ...foundParts(hit) }] : []),
      full: (hit: SearchHit) => (hit.kind === 'prompt' ? [{ ...promptFull(hit.prompt), ...foundParts(hit) }] : []),
    },
    any: {
      index: (hit: SearchHit): AnyIndex[] => {
        if (hit.kind === 'observation') return [{ kind: hit.kind, ...index(hit.observation), ...foundParts(hit) }]
        if (hit.kind === 'summary') return [{ kind: hit.kind, ...summaryIndex(hit.summary), ...foundParts(hit) }]
        return [{ kind: hit.kind, ...promptIndex(hit.prompt), ...foundParts(hit) }]
      },
      full: (hit: SearchHit): AnyFull[] => {
        if (hit.kind === 'observation') return [{ kind: hit.kind, ...full(hit.observation), ...foundParts(hit) }]
        if (hit.kind === 'summary') return [{ kind: hit.kind, ...summaryFull(hit.summary), ...foundParts(hit) }]
        return [{ kind: hit.kind, ...promptFull(hit.prompt), ...foundParts(hit) }]
      },
    },
  }
}

/** What the search adds; each part only where it says something. */
function foundParts(hit: SearchHit) {
  return {
    score: Math.round(hit.score * 10_000) / 10_000,
    ...(hit.folded.length > 0 ? { folded: hit.folded } : {}),
    ...(hit.explain ? { explain: explained(hit.explain) } : {}),
  }
}

function explained({ matched, missing, similarity, coverage, ...parts }: Explanation) {
  return { parts, ...(similarity === undefined ? {} : { similarity }), coverage, matched, missing }
}

function placed(one: { createdAt: number; projectName: string; project: string }) {
  return { created_at_epoch: one.createdAt, project: one.projectName, project_id: one.project }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
