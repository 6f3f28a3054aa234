/** Remarks on how a search understood the query: a time in it, unknown words, an expression without matches. */
import { safeLine } from '../memory/safe-text.ts'
import type { ObservationReply, TimelineByQueryReply, TimelineReply } from '../worker/protocol/search.ts'
import { renderUnderstood } from './date-text.ts'

type Answer = Pick<ObservationReply, 'understood' | 'unknown' | 'loosened' | 'unsure' | 'near'> & {
  results: { created_at_epoch: number }[]
}

/** For a pasted text a few are enough. */
const MAX_WORDS = 8

export function queryRemarks(found: Answer): string[] {
  const understood = renderUnderstood(found)
  const unknown = found.unknown?.slice(0, MAX_WORDS).map(safeLine).join(', ')
  const others = (found.unknown?.length ?? 0) > MAX_WORDS ? ', …' : ''
  return [
    ...(understood ? [understood] : []),
    ...(unknown ? [`In no memory: ${unknown}${others}.`] : []),
    ...(found.loosened ? ['Nothing fits the query as written; its words were searched instead.'] : []),
    ...(found.unsure ? ['Not sure that one of these answers it:'] : []),
    ...(found.near ? ['Nothing found. Only near it:'] : []),
  ]
}

/** For an answer without results: how the query was understood, and nothing about how sure it is. */
export function emptyRemarks({ near: _, unsure: __, ...found }: Answer): string[] {
  return queryRemarks(found)
}

/** The same for a timeline, whose one result is its anchor. A given anchor needs no remarks. */
export function timelineRemarks(found: TimelineReply | TimelineByQueryReply): string[] {
  if (!('query' in found)) return []
  const { anchor_timestamp: at } = found
  return at === null
    ? emptyRemarks({ ...found, results: [] })
    : queryRemarks({ ...found, results: [{ created_at_epoch: at }] })
}
