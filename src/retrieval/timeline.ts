/**
 * What happened before and after something: an observation (`123`), a session's summary (`S123`), a moment (ISO time) or
 * the best hit of a query. Observations, prompts and summaries interleaved, oldest first.
 */
import { MemoryError } from '../memory/error.ts'
import type { Database } from '../store/database.ts'
import { findObservation } from '../store/observations.ts'
import { findAround, findSummaryById, type Moment, type TimelineRow } from '../store/timeline.ts'
import { parseDateRange } from './dates.ts'
import { type SearchHit, type SearchParts, search } from './search.ts'

export type { TimelineRow } from '../store/timeline.ts'

export interface TimelineQuery {
  /** `123`, `S123`, an ISO date or time, or milliseconds since 1970. */
  anchor: string
  before: number
  after: number
  /** Only this project; undefined: the anchor's own, and all of them around a mere moment. */
  project?: string | undefined
  timeZone?: string | undefined
}

export interface Timeline {
  anchor: Moment & { row: TimelineRow | undefined }
  /** Oldest first; the anchor's own row, if it is one, stands between them. */
  before: TimelineRow[]
  after: TimelineRow[]
}

export function timelineAround(db: Database, query: TimelineQuery, now: number): Timeline {
  const anchor = findAnchor(db, query, now)
  const project = query.project ?? anchor.row?.project
  const side = (which: 'before' | 'after', limit: number) =>
    findAround(db, { moment: anchor, side: which, project, limit: Math.max(0, limit) })
      .sort(which === 'before' ? later : earlier)
      .slice(0, Math.max(0, limit))
  return { anchor, before: side('before', query.before).reverse(), after: side('after', query.after) }
}

/** undefined when nothing is found. The hit says how it was found. */
export async function timelineByQuery(
  parts: SearchParts,
  query: Omit<TimelineQuery, 'anchor'> & { text: string; projects?: string[] | undefined },
): Promise<{ hit: SearchHit; searched: 'hybrid' | 'keywords'; timeline: Timeline } | undefined> {
  const { hits, searched } = await search(parts, {
    text: query.text,
    projects: query.project === undefined ? query.projects : [query.project],
    limit: 1,
    timeZone: query.timeZone,
  })
  const [hit] = hits
  if (!hit) return undefined
  return { hit, searched, timeline: timelineAround(parts.db, { ...query, anchor: String(hit.id) }, parts.now) }
}

function findAnchor(db: Database, query: TimelineQuery, now: number): Timeline['anchor'] {
  const text = query.anchor.trim()
  if (/^S\d{1,15}$/i.test(text)) {
    const summary = findSummaryById(db, Number(text.slice(1)))
    if (!summary) throw new MemoryError('not_found', `There is no session summary ${text}.`)
    const { id, createdAt, request, completed, ...rest } = summary
    const row = {
      kind: 'summary',
      id,
      type: null,
      title: request,
      subtitle: completed,
      createdAt,
      ...placeOf(rest),
    } as const
    return { at: createdAt, kind: 'summary', id, row }
  }
  // Ids are short; ten digits and more are a time.
  if (/^\d{1,9}$/.test(text)) {
    const observation = findObservation(db, Number(text))
    if (!observation) throw new MemoryError('not_found', `There is no memory with id ${text}.`)
    const { id, type, title, subtitle, createdAt } = observation
    const row = { kind: 'observation', id, type, title, subtitle, createdAt, ...placeOf(observation) } as const
    return { at: createdAt, kind: 'observation', id, row }
  }
  const range = parseDateRange(text, { now, timeZone: query.timeZone })
  if (range?.from === undefined) {
    throw new MemoryError('bad_input', 'An anchor is an observation id (123), a session (S123) or an ISO time.')
  }
  // Between everything that happened in that millisecond and before it.
  return { at: range.from, kind: 'prompt', id: -1, row: undefined }
}

function placeOf(row: { sessionId: string | undefined; project: string; projectName: string }) {
  return { sessionId: row.sessionId ?? null, project: row.project, projectName: row.projectName }
}

/** What a person said comes before what was done about it. */
const ORDER = { prompt: 0, observation: 1, summary: 2 }

function earlier(a: TimelineRow, b: TimelineRow): number {
  return a.createdAt - b.createdAt || ORDER[a.kind] - ORDER[b.kind] || a.id - b.id
}

function later(a: TimelineRow, b: TimelineRow): number {
  return earlier(b, a)
}
