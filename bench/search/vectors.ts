/**
 * Vectors for the generated memories: 10,000 real embeddings of paragraphs in node_modules, then seeded noisy copies of
 * them, because embedding a million texts would take a night. The known items, which must be found by their words, have
 * real embeddings of their own text.
 */
import { createHash } from 'node:crypto'
import { embedChunks } from '../../src/index/chunk-vectors.ts'
import { type Chunk, chunksOf } from '../../src/index/chunks.ts'
import type { ObservationDraft } from '../../src/memory/observation.ts'
import { embedAll } from '../retrieval/embed-cache.ts'
import { makeVectors, paragraphs } from '../vectors/corpus.ts'
import { makeCorpus, PER_SESSION, type WorkSession } from './corpus.ts'
import { isImported } from './imported.ts'

export const REAL = 10_000

/** In these sessions, which every size has, the first memory is a known item. */
const KNOWN_SESSIONS = 300

export interface VectorMaker {
  /** One for each chunk, in their order. */
  vectorsOf(by: { session: WorkSession; at: number; chunks: Chunk[] }): Float32Array[]
}

/** Takes minutes the first time; the embeddings are kept. */
export async function makeVectorMaker(): Promise<VectorMaker> {
  const own = knownItems().flatMap(({ draft }) => chunksOf(rowOf(draft)))
  const made = await embedChunks(own, (texts) => embedAll(texts))
  const ownVectors = new Map(own.map(({ text }, at) => [text, made[at]]))
  const vectorAt = makeVectors(await embedAll(realTexts()))
  return {
    vectorsOf: ({ session, at, chunks }) =>
      chunks.map((chunk, part) => {
        const place = session.number * PER_SESSION + at
        const known = ownVectors.get(chunk.text)
        if (known instanceof Float32Array) return known
        // a second chunk is a copy far behind the others
        return Float32Array.from(vectorAt(part === 0 ? place : place + part * 10_000_000))
      }),
  }
}

/** Memories that are asked for by some of their rarer words. Those from the bulk import have another key. */
export function knownItems(): { session: WorkSession; draft: ObservationDraft }[] {
  const corpus = makeCorpus(KNOWN_SESSIONS * PER_SESSION, { now: 0 })
  return Array.from({ length: corpus.sessions }, (_, place) => corpus.sessionAt(place))
    .filter((session) => !isImported(session))
    .flatMap((session) =>
      corpus
        .draftsOf(session)
        .slice(0, 1)
        .map((draft) => ({ session, draft })),
    )
}

/** By the hash of the text: another package in node_modules changes few of them. */
function realTexts(): string[] {
  const hashed = paragraphs('node_modules').map((text) => ({
    text,
    hash: createHash('sha256').update(text).digest('hex'),
  }))
  if (hashed.length < REAL) throw new Error(`only ${hashed.length} paragraphs were found`)
  return hashed
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, REAL)
    .map((one) => one.text)
}

function rowOf({ title, subtitle, narrative, facts, filesRead, filesModified }: ObservationDraft) {
  return { title, subtitle, narrative, facts, files: [...new Set([...filesModified, ...filesRead])] }
}
