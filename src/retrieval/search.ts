/**
 * Which memories answer a question, in what order. Words and meaning find candidates, one score orders them, and the
 * same question always gives the same order, from which every page and every format is cut.
 */
import { notesOf } from '../store/index-queue.ts'
import { type DateRange, narrow } from './dates/date-range.ts'
import { readDates } from './dates/read-dates.ts'
import { filterOf } from './filters.ts'
import { listed, type Page, pageOf } from './pages.ts'
import { onlyStopWords, readQuery } from './query-terms.ts'
import type { SearchParts } from './search-parts.ts'
import type { SearchQuery } from './search-query.ts'
import type { SearchResult } from './search-result.ts'
import { WEIGHTS } from './weights.ts'

/** A longer text means too many things; the model reads no more of it anyway. */
const MEANING_CHARACTERS = 2000

export async function search(parts: SearchParts, query: SearchQuery): Promise<SearchResult> {
  const { fits: _, ...found } = await searchDated(parts, query)
  return found
}

async function searchDated(parts: SearchParts, query: SearchQuery): Promise<Page> {
  const dates = query.dates === 'off' ? undefined : readDates(query.text, { now: parts.now, timeZone: query.timeZone })
  if (!dates?.range) return searchIn(parts, query, undefined)
  const understood = { range: dates.range, phrase: dates.phrase }
  const nothingElse = onlyStopWords(dates.rest)
  const long = readQuery(dates.rest).terms.length > WEIGHTS.fewWords
  const preferred = query.dates === 'preferred' || (!nothingElse && (long || !dates.certain))
  if (preferred) return { ...(await searchIn(parts, query, dates.range)), understood }
  const range = narrow(query.range, dates.range)
  const narrowed = await searchIn(parts, { ...query, text: nothingElse ? '' : dates.rest, range }, undefined)
  if (narrowed.fits) return { ...narrowed, understood }
  // Nothing from that time has any of the words: search all times instead, which hides nothing.
  if (nothingElse) return searchIn(parts, query, undefined)
  return { ...(await searchIn(parts, { ...query, text: dates.rest }, dates.range)), understood }
}

async function searchIn(
  { db, meaning, stale, now }: SearchParts,
  query: SearchQuery,
  wish: DateRange | undefined,
): Promise<Page> {
  const filter = filterOf(query)
  if (query.text.trim() === '') return listed(db, { query, filter })
  const read = readQuery(query.text, { stopWords: query.stopWords ?? true, bilingual: query.bilingual ?? true })
  const near = await meaning?.({
    text: query.text.slice(0, MEANING_CHARACTERS),
    projects: meantIn(query),
    limit: WEIGHTS.meaningPool,
  })
  return pageOf(db, { query, filter, read, near, wish, stale, now })
}

/** Memories and notes of a project are separate places in the index. */
function meantIn({ projects, kinds = ['observation'] }: SearchQuery): string[] | undefined {
  const notes = kinds.includes('note')
  const memories = kinds.some((kind) => kind !== 'note')
  return projects?.flatMap((id) => [...(memories ? [id] : []), ...(notes ? [notesOf(id)] : [])])
}
