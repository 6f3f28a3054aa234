/**
 * Does a question ask only for a time? "¿qué hablamos ayer?", "what did we decide last week?". Its verb says that
 * people talked or worked, which no log says about itself; searched as a word it would find another day. Pure.
 */
import { fold } from '../memory/fold.ts'
import { readDates } from '../retrieval/dates/read-dates.ts'
import { keywordsOf } from '../retrieval/query-terms.ts'
import type { SearchResult } from '../retrieval/search-result.ts'

export function findAskedTime(query: string, now: number): SearchResult['understood'] {
  const { range, phrase, rest, certain } = readDates(query, { now, timeZone: undefined })
  if (range === undefined || !certain) return undefined
  return keywordsOf(rest).every((word) => GOING_ON.has(fold(word).toLowerCase())) ? { range, phrase } : undefined
}

/** Words about a day as a whole, including names for its log: "the log of yesterday", "las notas de ayer". */
const GOING_ON = new Set(
  `talk talked talking speak spoke spoken discuss discussed mention mentioned agree agreed decide decided work worked working
  happen happened learn learned learnt note noted notes log logs write wrote written plan planned finish finished change changed
  hablar hablamos hablaste hablado hable decir dijimos dije dijiste dicho decidir decidimos decidi decidido acordar acordamos
  discutimos mencionamos mencione trabajar trabajamos trabaje hacer hicimos hice hiciste hizo hecho paso pasado ocurrio aprendimos
  aprendi anotamos anote anotado escribimos escribi planeamos terminamos cambiamos vimos nota notas registro`.split(
    /\s+/,
  ),
)
