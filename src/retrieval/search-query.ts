/** What may be asked of a search. */
import type { ObservationType } from '../memory/observation.ts'
import type { MemoryKind } from '../store/search.ts'
import type { DateRange } from './dates/date-range.ts'

export interface SearchQuery {
  /** Empty: everything the filters let through, newest first. Dates in words in it become a range. */
  text: string
  /** Default: observations. */
  kinds?: MemoryKind[]
  /** Ids of the projects to look in; undefined = all of them. */
  projects?: string[] | undefined
  /** Ids never shown, unless they stand in `projects` by name: other people's private projects. */
  hidden?: string[] | undefined
  /** The project the asker stands in: it wins between near-equal hits. */
  home?: string | undefined
  types?: ObservationType[] | undefined
  /** All of these concepts. */
  concepts?: string[] | undefined
  /** Any of these: a path, its end (`total.js`, `src/total.js`) or a folder. */
  files?: string[] | undefined
  /** Of notes only those of these workspaces. */
  workspaces?: number[] | undefined
  range?: DateRange | undefined
  /** `date_desc` and `date_asc` order the same hits by time. */
  order?: 'relevance' | 'date_desc' | 'date_asc' | undefined
  limit: number
  offset?: number | undefined
  /** For dates in words, e.g. `Europe/Madrid`. Default: the machine's. */
  timeZone?: string | undefined
  /**
   * `preferred`: a time named in the text never leaves anything out. `off`: its words are words. Default: a short text is about
   * that time.
   */
  dates?: 'preferred' | 'off' | undefined
  /** False: stop words count like all others. */
  stopWords?: boolean | undefined
  /** False: a word is not looked for under its names in the other language. */
  bilingual?: boolean | undefined
  /** Says when nothing found bears on the question. Default: where what was said is searched too. */
  mayBeSilent?: boolean | undefined
  explain?: boolean | undefined
}
