/** A host's own record of a session, as a source of events: what every adapter gives for its files. */
import type { CapturedEvent } from './captured-event.ts'
import type { SessionFacts } from './host-event.ts'

export interface FoundTranscript {
  path: string
  sizeBytes: number
  /** When the session began, as its first lines say; the file's own time may be that of a copy. */
  startedAt: number
  /** Sessions of one project have the same; empty where the host does not say it without reading the file. */
  projectSlug: string
}

export interface TranscriptEntry {
  event: CapturedEvent
  session: SessionFacts
}

/**
 * `for await (const { event, session } of reading) …`, then keep `reading.nextOffset`. At any time it is the place from
 * which nothing already given out, and nothing after it, can be missed: it can be kept in the middle of a long import.
 */
export interface TranscriptReading extends AsyncIterable<TranscriptEntry> {
  readonly nextOffset: number
  /** Whole lines read so far, of whatever type. */
  readonly lines: number
  /** Of these, damaged ones and ones too long to read. */
  readonly unreadable: number
}
