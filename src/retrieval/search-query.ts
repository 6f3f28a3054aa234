/** What a search can be asked. */
import type { ObservationType } from '../memory/observation.ts'
import type { MemoryKind } from '../store/search.ts'
import type { DateRange } from './dates/date-range.ts'

export interface SearchQuery {
  /** Empty: everything that passes the filters, newest first. Dates in words become a range. */
  text: string
  /** Default: observations. */
  kinds?: MemoryKind[]
  /** Ids of the projects to look in; undefined = all of them. */
  projects?: string[] | undefined
  /** Ids never shown unless `projects` names them: private projects. */
  hidden?: string[] | undefined
  /** The project the caller is in: it wins between near-equal hits. */
  home?: string | undefined
  types?: ObservationType[] | undefined
  /** All of these concepts. */
  concepts?: string[] | undefined
  /** Any of these: a path, its end (`total.js`, `src/total.js`) or a folder. */
  files?: string[] | undefined
  /** Only what is of the session with this number. */
  session?: number | undefined
  /** Restricts notes to these workspaces. */
  workspaces?: number[] | undefined
  range?: DateRange | undefined
  /** `date_desc` and `date_asc` order the same hits by time. */
  order?: 'relevance' | 'date_desc' | 'date_asc' | undefined
  limit: number
  offset?: number | undefined
  /** For dates in words, e.g. `Europe/Madrid`. Default: the machine's. */
  timeZone?: string | undefined
  /**
   * `preferred`: a time named in the text excludes nothing. `off`: its words are searched as words. Default: a short
   * text is restricted to that time.
   */
  dates?: 'preferred' | 'off' | undefined
  /** False: stop words count like all others. */
  stopWords?: boolean | undefined
  /** False: words are not also searched in the other language. */
  bilingual?: boolean | undefined
  /** May report that nothing found answers the question. Default: only when passages are searched too. */
  mayBeSilent?: boolean | undefined
  explain?: boolean | undefined
}
