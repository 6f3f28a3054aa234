/**
 * What was said in a turn, word for word: stored beside the memories made from it, and searchable for good. Tool output
 * is not included. Like events, passages are free of private text and secrets when they have this type.
 */

/** Who said it, or where it is from. */
export type PassageKind = 'user' | 'agent' | 'commit' | 'pull_request' | 'plan' | 'answer' | 'report' | 'compaction'

export interface PassageDraft {
  /** The event it was said in, and its position among that event's passages. */
  eventKey: string
  part: number
  kind: PassageKind
  text: string
  at: number
}

/** One request and the turns it took: the memories made from it have the same `key`. */
export interface TurnDraft {
  key: string
  /** Id of the repository it belongs to, if other than the session's. */
  project?: string
  /** Files it changed. */
  files: string[]
  at: number
  passages: PassageDraft[]
}

export interface Passage {
  id: number
  turn: number
  kind: PassageKind
  text: string
  createdAt: number
}
