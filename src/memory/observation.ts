/** One thing worth remembering, and a session's summary. The types and concepts are closed lists from the first day. */
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

/** What it says, whoever words it. */
export interface ObservationText {
  type: ObservationType
  /** Says what is true now, in one line. */
  title: string
  subtitle: string
  narrative: string
  facts: string[]
  concepts: Concept[]
}

/** What an extractor or a person hands in. File paths are relative to the project root where they lie inside it. */
export interface ObservationDraft extends ObservationText {
  /** Stable: the same episode always gets the same key, so a second run changes a row and never doubles it. */
  key: string
  /** Key of the turn it was made from: what was said there can be read beside it. */
  turn?: string
  /** Id of the repository it belongs to, where that is another than the session's. */
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
  /** Failures it tells the end of. Kept beside the observation, to be found when a call fails the same way. */
  failures?: KnownFailure[]
  /** A rule of the user's: it holds for the project until it is taken back, however old it is. */
  standing?: true
  /** Absent: the session's own words. */
  origin?: ObservationOrigin
}

export type ObservationSource = 'local' | 'model' | 'user' | 'import'

/** `untrusted`: made from text of outsiders (web pages, other tools), or worded like an order to an agent. */
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
  pinned: boolean
  /** The memory that tells the same matter as it is now; this one is no longer shown. */
  supersededBy: number | undefined
  /** Number of the turn it was made from, where what was said there is kept. */
  turnId?: number
  createdAt: number
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
  /** As of an observation. */
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
