/** One thing worth remembering, and a session's summary. Types and concepts are closed lists. */
import type { KnownFailure } from './failure.ts'

export const OBSERVATION_TYPES = ['decision', 'bugfix', 'feature', 'refactor', 'discovery', 'change'] as const
export type ObservationType = (typeof OBSERVATION_TYPES)[number]

export const CONCEPTS = [
  'how-it-works',
  'why-it-exists',
  'what-changed',
  'problem-solution',
  'gotcha',
  'pattern',
  'trade-off',
] as const
export type Concept = (typeof CONCEPTS)[number]

/** Its text, whoever words it. */
export interface ObservationText {
  type: ObservationType
  /** Says what is true now, in one line. */
  title: string
  subtitle: string
  narrative: string
  facts: string[]
  concepts: Concept[]
}

/** What an extractor or a person provides. File paths are relative to the project root if inside it. */
export interface ObservationDraft extends ObservationText {
  /** Stable: the same episode always gets the same key, so a second run updates a row and never duplicates it. */
  key: string
  /** Key of its source turn, whose text can be read beside it. */
  turn?: string
  /** Id of the repository it belongs to, if other than the session's. */
  project?: string
  filesRead: string[]
  filesModified: string[]
  /** Tokens the working session spent between the episode's first and last call. */
  discoveryTokens: number
  /** When the episode ended, in milliseconds. */
  at: number
  /** The events it was made from. Forgetting the observation forgets these too. */
  eventKeys: string[]
  agentId?: string
  /** Failures whose end it describes. Stored beside the observation, to be found when a call fails the same way. */
  failures?: KnownFailure[]
  /** A rule of the user's: valid for the project until revoked, however old. */
  standing?: true
  /** Absent: the session's own words. */
  origin?: ObservationOrigin
}

export type ObservationSource = 'local' | 'model' | 'user' | 'import'

/** `untrusted`: made from outsiders' text (web pages, other tools), or worded like an order to an agent. */
export type ObservationOrigin = 'session' | 'untrusted'

export interface Observation extends Omit<ObservationDraft, 'at' | 'eventKeys' | 'failures' | 'turn'> {
  id: number
  sessionId: string | undefined
  project: string
  projectName: string
  source: ObservationSource
  origin: ObservationOrigin
  /** The model that worded it, if one did. */
  model: string | undefined
  /** A person chose to keep it: nothing rewrites or deletes it but they. */
  pinned: boolean
  /** A person changed its words: nothing rewrites them but they. */
  edited?: true
  /** Never shown to an agent that did not ask for it. */
  recalled?: false
  /** The newer memory on the same subject; this one is no longer shown. */
  supersededBy: number | undefined
  /** Number of its source turn, if what was said there is stored. */
  turnId?: number
  createdAt: number
}

/** Nothing but this person's own wish may reword, merge, drop or delete it. */
export function isChosen({ pinned, edited, source }: Pick<Observation, 'pinned' | 'edited' | 'source'>): boolean {
  return pinned || edited === true || source === 'user'
}

export interface SummaryText {
  request: string
  investigated: string
  learned: string
  completed: string
  nextSteps: string
  notes: string
}

export interface SummaryDraft extends SummaryText {
  /** As for an observation. */
  project?: string
  filesRead: string[]
  filesEdited: string[]
  discoveryTokens: number
  at: number
}

export interface Summary extends Omit<SummaryDraft, 'at'> {
  id: number
  /** Our number for the session. A session has one summary, and people see both as `S` and this number. */
  session: number
  sessionId: string
  project: string
  projectName: string
  createdAt: number
}
