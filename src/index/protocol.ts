/**
 * The messages between the worker and the index process. The index never opens the memory itself: texts are sent to it.
 */
import type { ErrorCode } from '../memory/error.ts'
import type { IndexRow } from './chunks.ts'
import type { RemoteEmbedderSettings } from './remote-embedder.ts'
import type { VectorHit } from './vectors/driver.ts'

export interface IndexSettings {
  dataDir: string
  embeddings: { kind: 'local' } | ({ kind: 'openai' } & RemoteEmbedderSettings)
  vectors: { kind: 'builtin' } | { kind: 'chroma'; server: ChromaServer }
}

/** Its address, or a program to start on `<data>/chroma/`; `missing`: Chroma was chosen but is not installed. */
export type ChromaServer = { url: string } | { program: string } | { missing: true }

export interface SearchAsk {
  text: string
  projects: string[] | undefined
  limit: number
}

export interface Trouble {
  message: string
  hint: string | undefined
}

export interface IndexStatus {
  embedder: string
  vectors: 'builtin' | 'chroma'
  /** 0 until the first vector. */
  dimensions: number
  observations: number
  chunks: number
  /** Observations with a text the embedder refuses permanently, and its reason for the newest. */
  refused: { count: number; reason: string } | undefined
  /** Every row has to be sent again; `reason` says why. */
  needsAll: boolean
  reason: string | undefined
  /** What currently fails, and what helps. */
  trouble: Trouble | undefined
  pid: number
  memoryBytes: number
}

/**
 * The most rows per `upsert`. About a second of embedding: a crash repeats little, and a deletion after it does not
 * wait long. A full batch means that more are waiting.
 */
export const BATCH_ROWS = 32

type Nothing = Record<string, never>

export interface IndexCalls {
  search: { ask: SearchAsk; reply: { hits: VectorHit[] } }
  upsert: { ask: { rows: IndexRow[] }; reply: { embedded: number } }
  remove: { ask: { ids: number[] }; reply: Nothing }
  status: { ask: Nothing; reply: IndexStatus }
  /** Deletes all vectors and asks for every row. */
  rebuild: { ask: Nothing; reply: Nothing }
  /** All rows are queued now: nothing more has to be asked for. */
  queuedAll: { ask: Nothing; reply: Nothing }
}
export type IndexCallName = keyof IndexCalls

export type ToIndex =
  | { kind: 'start'; settings: IndexSettings }
  | { [Name in IndexCallName]: { kind: 'call'; id: number; name: Name; ask: IndexCalls[Name]['ask'] } }[IndexCallName]

export type FromIndex =
  | { kind: 'reply'; id: number; reply: unknown; needsAll: boolean }
  | ({ kind: 'refused'; id: number; code: ErrorCode } & Trouble)
