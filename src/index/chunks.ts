/**
 * What is embedded of an observation: pieces of about 900 characters, each preceded by the title, because one vector
 * for a long text means nothing in particular (recall@10 on whole chat sessions: 60 with one vector, 84 with such
 * pieces).
 */
import { createHash } from 'node:crypto'
import { PIECE_CHARACTERS, PIECE_TOLERANCE, piecesOf } from '../memory/pieces.ts'

export interface IndexRow {
  id: number
  /** The project's id, used to filter searches. */
  project: string
  title: string
  subtitle: string | null
  narrative: string | null
  facts: string[]
  files?: string[]
}

export interface Chunk {
  text: string
  /** Without file names; absent if it has none. */
  plain?: string
  /** The title alone; absent if there is none, or if the chunk has no other words. */
  title?: string
}

/** Part of the index identity: change it whenever the same row would give other chunks, or a chunk another vector. */
export const CHUNKER = 'title+900/3'

/** Only the beginning of a very long title is used. */
const LEAD_CHARACTERS = 300

/** Thousands of vectors would not make a row of megabytes findable; the keyword index still has its words. */
const MAX_CHUNKS = 64

export function chunksOf(row: Omit<IndexRow, 'id' | 'project'>): Chunk[] {
  const lead = joined([row.title, row.subtitle ?? '']).slice(0, LEAD_CHARACTERS)
  const words = piecesOf(joined([row.narrative ?? '', ...row.facts]), MAX_CHUNKS)
  const files = (row.files ?? []).join(' ')
  const ledBy = (text: string) => joined([lead, text])
  const ofWords = (text: string): Chunk => ({ text: ledBy(text), ...(lead === '' ? {} : { title: lead }) })
  const ofFiles = (text: string): Chunk => ({ text: ledBy(text), ...(lead === '' ? {} : { plain: lead }) })
  if (files === '') return words.length === 0 && lead !== '' ? [{ text: lead }] : words.map(ofWords)
  const last = words.at(-1)
  // After the last words if there is room, else in separate chunks.
  const fit = last !== undefined && last.length + files.length <= PIECE_CHARACTERS * PIECE_TOLERANCE
  const chunks = fit
    ? [...words.slice(0, -1).map(ofWords), { ...ofWords(joined([last, files])), plain: ledBy(last) }]
    : [...words.map(ofWords), ...piecesOf(files, MAX_CHUNKS).map(ofFiles)]
  return chunks.slice(0, MAX_CHUNKS)
}

/** Of everything embedded or filtered by: rows with the same hash need not be embedded again. */
export function rowHash(row: IndexRow): string {
  const parts = [row.project, row.title, row.subtitle, row.narrative, row.facts, row.files ?? []]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
}

function joined(texts: string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n')
}
