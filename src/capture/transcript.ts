/** A host's own record of a session as a source of events: what every adapter provides for its files. */
import type { CapturedEvent } from './captured-event.ts'
import type { SessionFacts } from './host-event.ts'

export interface FoundTranscript {
  path: string
  sizeBytes: number
  /** When the session began, from its first lines; the file's own time may be that of a copy. */
  startedAt: number
  /** The same for all sessions of a project; empty if the host does not say it outside the file. */
  projectSlug: string
}

export interface TranscriptEntry {
  event: CapturedEvent
  session: SessionFacts
}

/**
 * `for await (const { event, session } of reading) …`, then store `reading.nextOffset`. At any time, reading again from
 * there misses nothing already returned and nothing after it, so it can be stored in the middle of a long import.
 */
export interface TranscriptReading extends AsyncIterable<TranscriptEntry> {
  readonly nextOffset: number
  /** Whole lines read so far, of any type. */
  readonly lines: number
  /** Of these, damaged or too long ones. */
  readonly unreadable: number
}
