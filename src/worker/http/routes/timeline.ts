/** Memories before and after a point in time. */
import type * as z from 'zod'
import { MemoryError } from '../../../memory/error.ts'
import type { Freshness } from '../../../memory/freshness.ts'
import type { DateRange } from '../../../retrieval/dates/date-range.ts'
import { parseDateRange } from '../../../retrieval/dates/read-dates.ts'
import type { Database } from '../../../store/database.ts'
import { findObservation } from '../../../store/observations.ts'
import { findPromptById } from '../../../store/prompts.ts'
import { findProjects, findSessionByNumber, findSessionNumber } from '../../../store/sessions.ts'
import { findSummary, findSummaryById } from '../../../store/summaries.ts'
import { byTime, findAround, type Moment } from '../../../store/timeline.ts'
import type { AnyIndex } from '../../protocol/rows.ts'
import type { TimelineByQuery } from '../../protocol/search.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'
import { inSession, observationIndex, promptIndex, summaryIndex } from './rows.ts'
import { scopeOf } from './scope.ts'
import { find } from './search.ts'

export function addTimelineRoutes({ add }: Router, parts: HttpParts): void {
  const { db } = parts

  add('GET /api/search/timeline', ({ query: asked }) => {
    const anchor = readAnchor(db, asked.anchor.trim())
    return { anchor: asked.anchor, ...timelineAround(parts, anchor, asked) }
  })

  add('GET /api/search/timeline-by-query', async ({ query: asked }) => {
    const time = isFiltered(asked) ? undefined : readTime(asked.query)
    if (time) {
      const understood = { ...time.range, phrase: asked.query }
      const echo = { query: asked.query, searched: 'listing' as const, understood, anchor: asked.query }
      return { ...echo, ...timelineAround(parts, time.anchor, asked) }
    }
    const { hits, envelope } = await find(parts, { ...asked, limit: 1 }, ['observation'], { mayBeSilent: true })
    const { count: _, more: __, projects: ___, ...reading } = envelope
    const echo = { query: asked.query, ...reading }
    const [best] = hits
    if (!best) return { ...echo, anchor: null, anchor_timestamp: null, depth_before: 0, depth_after: 0, timeline: [] }
    const anchor = { at: best.createdAt, kind: 'observation' as const, id: best.id, project: best.project }
    return { ...echo, anchor: String(best.id), ...timelineAround(parts, anchor, asked) }
  })
}

/** `project` undefined: a moment outside every project. */
type Anchor = Moment & { project: string | undefined }

/** A bare time: sorts before every row of the same millisecond. */
const NO_ROW = { kind: 'prompt', id: 0 } as const

/** An observation id, a session, or a time in any form a date range can have. */
function readAnchor(db: Database, text: string): Anchor {
  // Ids are short; more digits are a timestamp.
  const [, session, digits] = /^(S?)(\d{1,9})$/i.exec(text) ?? []
  if (session) return sessionAnchor(db, Number(digits), text)
  if (digits !== undefined) {
    const found = findObservation(db, Number(digits))
    if (!found) throw new MemoryError('not_found', `There is no memory ${text}.`, { subject: 'memory' })
    return { at: found.createdAt, kind: 'observation', id: found.id, project: found.project }
  }
  const number = findSessionNumber(db, text)
  if (number !== undefined) return sessionAnchor(db, number, text)
  const time = readTime(text)
  if (!time) {
    throw new MemoryError('bad_input', `\`${text}\` is neither an id nor a time.`, {
      hint: 'Use the id of a memory (42), a session (S12, or its id), a day (2026-11-04, yesterday) or a time (2026-11-04T09:30:00Z).',
    })
  }
  return time.anchor
}

/** undefined when the text contains more than a time, or no time at all. */
function readTime(text: string): { range: DateRange; anchor: Anchor } | undefined {
  const range = parseDateRange(text, { now: Date.now(), timeZone: undefined })
  if (!range) return undefined
  // "Monday" anchors at its beginning, "before Monday" at its end; every range has at least one of the two.
  const at = range.from ?? range.to ?? Date.now()
  return { range, anchor: { at, ...NO_ROW, project: undefined } }
}

/** Filters select a memory. With filters, a time in words is one more filter instead of the anchor. */
function isFiltered({ type, concepts, files, session, fresh, ...asked }: z.output<typeof TimelineByQuery>): boolean {
  const dates = [asked.dateRange, asked['dateRange[start]'], asked['dateRange[end]']]
  return [type, concepts, files, session, fresh, ...dates].some((filter) => filter !== undefined)
}

/**
 * `S` and the session's number, as in the seeds: the number shown by summaries, observations and recent sessions. The
 * anchor is the session's summary, which comes after its work; a session without one is shown from its beginning.
 */
function sessionAnchor(db: Database, number: number, text: string): Anchor {
  const summary = findSummary(db, number)
  if (summary) return { at: summary.createdAt, kind: 'summary', id: summary.id, project: summary.project }
  const session = findSessionByNumber(db, number)
  if (!session) throw new MemoryError('not_found', `There is no session ${text}.`, { subject: 'session' })
  return { at: session.startedAt, ...NO_ROW, project: session.project }
}

interface Around {
  depth_before: number
  depth_after: number
  project?: string | undefined
  cwd?: string | undefined
}

/**
 * Stays in the named project, else in the anchor's own, else in the caller's if it has memories: work in other projects
 * explains nothing here.
 */
function timelineAround(parts: HttpParts, anchor: Anchor, asked: Around) {
  const { db } = parts
  const scope = scopeOf(parts, asked)
  const own = anchor.project ?? findProjects(db, scope.home ?? '')[0]?.id
  const projects = asked.project === undefined && own !== undefined ? [own] : (scope.projects ?? [undefined])
  const side = (which: 'before' | 'after', limit: number) =>
    projects
      .flatMap((project) => findAround(db, { moment: anchor, side: which, project, hidden: scope.hidden, limit }))
      .sort((a, b) => (which === 'before' ? byTime(b, a) : byTime(a, b)))
      .slice(0, limit)
  const before = side('before', asked.depth_before).reverse()
  const after = side('after', asked.depth_after)
  const here = anchor.id === 0 ? [] : [anchor]
  const shown = [...before, ...here, ...after].filter((row) => row.kind === 'observation').map((row) => row.id)
  const freshness = parts.freshness?.of(shown, asked.cwd)
  const show = (row: Pick<Moment, 'kind' | 'id'>) => toIndex(db, row, freshness?.get(row.id))
  return {
    anchor_timestamp: anchor.at,
    depth_before: before.length,
    depth_after: after.length,
    timeline: [
      ...before.flatMap(show),
      { kind: 'anchor' as const, type: 'anchor' as const, timestamp: anchor.at },
      ...here.flatMap(show),
      ...after.flatMap(show),
    ],
  }
}

function toIndex(db: Database, { kind, id }: Pick<Moment, 'kind' | 'id'>, fresh?: Freshness): AnyIndex[] {
  if (kind === 'observation') {
    const found = findObservation(db, id)
    return found ? [{ kind, ...observationIndex(found, fresh), ...inSession(db, found) }] : []
  }
  if (kind === 'summary') {
    const found = findSummaryById(db, id)
    return found ? [{ kind, ...summaryIndex(found) }] : []
  }
  const found = findPromptById(db, id)
  return found ? [{ kind, ...promptIndex(found), ...inSession(db, found) }] : []
}
