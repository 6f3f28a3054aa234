/**
 * `memory_search`: what a workspace's notes and memories say about a question. Our search finds the hits; here dated
 * notes fade and similar pieces make room for others. Every step can be switched off in the settings.
 */

import { localDay } from '../memory/local-day.ts'
import { citationOf, type Note } from '../memory/note.ts'
import { excerpt } from '../retrieval/excerpt.ts'
import { search } from '../retrieval/search.ts'
import type { SearchParts } from '../retrieval/search-parts.ts'
import type { SearchQuery } from '../retrieval/search-query.ts'
import type { SearchHit, SearchResult } from '../retrieval/search-result.ts'
import type { Workspace } from '../store/notes.ts'
import type { MemoryKind } from '../store/search.ts'
import { findAskedTime } from './asked-time.ts'
import type { NoteSettings } from './note-settings.ts'
import { orderNotes, type ScoredNote } from './order-notes.ts'

export type NoteScope = 'both' | 'notes' | 'memories'

export interface NoteQuestion {
  query: string
  maxResults: number
  scope: NoteScope
  workspace: Workspace
  settings: NoteSettings
}

export interface NoteHit extends ScoredNote {
  kind: MemoryKind
  /** Of the row in the memory. */
  id: number
  /** Where it is: `memory/2026-04-11.md#L3-L9`, `observation 12`. */
  citation: string
  /** The part that matches the question. */
  snippet: string
  /** 0–1: how likely it answers the question, regardless of age. Used to count recalls. Absent: not measured. */
  fit?: number
  at: number
  /** Of a note: its lines, and the headings above it. */
  startLine?: number | undefined
  endLine?: number | undefined
  heading?: string | undefined
  /** Made from outsiders' text. */
  untrusted: boolean
}

export interface FoundNotes extends Pick<SearchResult, 'searched' | 'bears' | 'understood' | 'unknown'> {
  hits: NoteHit[]
}

const KINDS: Record<NoteScope, MemoryKind[]> = {
  both: ['note', 'observation', 'summary', 'passage'],
  notes: ['note'],
  memories: ['observation', 'summary', 'passage'],
}
/** Candidates per wanted hit: variety needs something to choose from. */
const POOL = 4
/** Hits below this share of the best only fill the page. Applied before fading, so that age alone drops nothing. */
const LEAST_OF_BEST = 0.15
// 700 characters: a paragraph and its neighbours, 200 tokens
const SNIPPET_CHARACTERS = 700

export async function searchNotes(parts: SearchParts, asked: NoteQuestion): Promise<FoundNotes> {
  const found = await findHits(parts, asked)
  // A listing is newest first: nothing in it matches better than the rest.
  if (found.searched === 'listing') return { ...found, hits: found.hits.slice(0, asked.maxResults) }
  const order = { ...asked.settings.builtin, today: localDay(parts.now) }
  return { ...found, hits: orderNotes(found.hits, order).slice(0, asked.maxResults) }
}

/** In the search's own order, neither faded nor diversified. */
export async function findHits(parts: SearchParts, asked: NoteQuestion): Promise<FoundNotes> {
  const found = await findOf(parts, asked)
  const { searched, bears, understood, unknown } = found
  const best = Math.max(0, ...found.hits.map(({ score }) => score))
  const hits = found.hits.filter(({ score }) => score >= LEAST_OF_BEST * best).map((hit) => toNoteHit(hit, asked.query))
  return { hits, searched, bears, unknown, ...(understood ? { understood } : {}) }
}

async function findOf(parts: SearchParts, asked: NoteQuestion): Promise<SearchResult> {
  const { builtin } = asked.settings
  const query: SearchQuery = {
    text: asked.query,
    kinds: KINDS[asked.scope],
    projects: [asked.workspace.project],
    workspaces: [asked.workspace.id],
    home: asked.workspace.project,
    limit: asked.maxResults * POOL,
    mayBeSilent: true,
    explain: true,
    stopWords: builtin.keywords,
    bilingual: builtin.bilingual,
    ...(builtin.dates ? {} : { dates: 'off' as const }),
  }
  const listOf = async (understood: NonNullable<SearchResult['understood']>) => ({
    ...(await search({ ...parts, meaning: undefined }, { ...query, text: '', range: understood.range })),
    understood,
  })
  const time = builtin.dates ? findAskedTime(asked.query, parts.now) : undefined
  const ofTime = time && (await listOf(time))
  if (ofTime && ofTime.hits.length > 0) return ofTime
  const found = await search(builtin.vectors ? parts : { ...parts, meaning: undefined }, query)
  if (found.hits.length > 0 || !found.understood) return found
  // Unknown words plus a time: what is from that time may be what they are about.
  const perhaps = await listOf(found.understood)
  return perhaps.hits.length > 0 ? { ...perhaps, unknown: found.unknown, bears: 'perhaps' } : found
}

function toNoteHit(hit: SearchHit, query: string): NoteHit {
  const text = textOf(hit)
  const fit = hit.score * (hit.explain?.bearing ?? hit.explain?.coverage ?? 1)
  const common = { id: hit.id, score: hit.score, fit, at: hit.createdAt, text }
  if (hit.kind === 'note') return { ...common, ...noteParts(hit.note, query) }
  const untrusted = hit.kind === 'observation' && hit.observation.origin === 'untrusted'
  const snippet = excerpt(text, { query, most: SNIPPET_CHARACTERS })
  return {
    ...common,
    kind: hit.kind,
    key: `${hit.kind}:${hit.id}`,
    path: '',
    citation: placeOf(hit),
    snippet,
    untrusted,
  }
}

/** The note fields of a hit, whichever backend found it. */
export function noteParts(note: Note, query: string) {
  const { key, path, day, startLine, endLine, heading } = note
  const snippet = excerpt(note.text, { query, most: SNIPPET_CHARACTERS })
  const citation = citationOf(note)
  return { kind: 'note' as const, key, path, day, startLine, endLine, heading, citation, snippet, untrusted: false }
}

function placeOf({ kind, id }: Pick<SearchHit, 'kind' | 'id'>): string {
  return kind === 'passage' ? `T${id}` : `${kind} ${id}`
}

function textOf(hit: SearchHit): string {
  const said = hit.said.map(({ text }) => text)
  switch (hit.kind) {
    case 'note':
      return hit.note.text
    case 'observation': {
      const { title, subtitle, narrative, facts } = hit.observation
      return joined([title, subtitle, narrative, ...facts, ...said])
    }
    case 'summary': {
      const { request, completed, learned, nextSteps } = hit.summary
      return joined([request, completed, learned, nextSteps])
    }
    case 'prompt':
      return hit.prompt.text
    case 'passage':
      return joined(said)
  }
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n')
}
