/**
 * What is embedded of an observation: pieces of about 900 characters, each led by the title, because one vector for a
 * long text means nothing in particular (recall@10 on whole chat sessions: 60 with one vector, 84 with such pieces).
 */
import { createHash } from 'node:crypto'

export interface IndexRow {
  id: number
  /** The project's id: the filter of a search. */
  project: string
  title: string
  subtitle: string | null
  narrative: string | null
  facts: string[]
  files?: string[]
}

export interface Chunk {
  text: string
  /** Without the names of files; absent where it has none. */
  plain?: string
}

/** Part of the index identity: raise it whenever the same row would give other chunks, or a chunk another vector. */
export const CHUNKER = 'title+900/2'

/** About 200 tokens of English, so that with its lead a chunk stays under the model's 256. */
const CHUNK_CHARACTERS = 900

/** A text up to this much longer is not worth a second, nearly empty chunk. */
const TOLERANCE = 1.3

/** A title that is an essay leads with its beginning. */
const LEAD_CHARACTERS = 300

/** A row of megabytes is not made findable by thousands of vectors; its words are still in the keyword index. */
const MAX_CHUNKS = 64

export function chunksOf(row: Omit<IndexRow, 'id' | 'project'>): Chunk[] {
  const lead = joined([row.title, row.subtitle ?? '']).slice(0, LEAD_CHARACTERS)
  const words = cut(joined([row.narrative ?? '', ...row.facts]))
  const files = (row.files ?? []).join(' ')
  const ledBy = (text: string) => joined([lead, text])
  if (files === '') return (words.length === 0 && lead !== '' ? [''] : words).map((text) => ({ text: ledBy(text) }))
  const last = words.at(-1) ?? ''
  // Beside the last words if there is room, else in chunks of their own.
  const fit = last.length + files.length <= CHUNK_CHARACTERS * TOLERANCE
  const withFiles = fit ? [joined([last, files])] : cut(files)
  const plain = ledBy(fit ? last : '')
  return [
    ...(fit ? words.slice(0, -1) : words).map((text) => ({ text: ledBy(text) })),
    ...withFiles.map((text) => ({ text: ledBy(text), ...(plain === '' ? {} : { plain }) })),
  ].slice(0, MAX_CHUNKS)
}

/** Of everything that is embedded or filtered by: rows with the same hash need not be embedded again. */
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

function cut(text: string): string[] {
  const chunks: string[] = []
  let rest = text
  while (rest.length > CHUNK_CHARACTERS * TOLERANCE && chunks.length < MAX_CHUNKS - 1) {
    const at = cutPoint(rest)
    chunks.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  return rest === '' ? chunks : [...chunks, rest.slice(0, CHUNK_CHARACTERS * TOLERANCE)]
}

/** The last of the best boundaries in the second half of a full chunk; in the middle of a word only if there is none. */
function cutPoint(text: string): number {
  const window = text.slice(CHUNK_CHARACTERS / 2, CHUNK_CHARACTERS)
  for (const boundary of BOUNDARIES) {
    const last = [...window.matchAll(boundary)].at(-1)
    if (last) return CHUNK_CHARACTERS / 2 + last.index + last[0].length
  }
  // never between the halves of one character
  return /[\ud800-\udbff]/.test(text.charAt(CHUNK_CHARACTERS - 1)) ? CHUNK_CHARACTERS - 1 : CHUNK_CHARACTERS
}

/** Paragraph, line, sentence, word. */
const BOUNDARIES = [/\n\s*\n/g, /\n/g, /[.!?。！？](?:\s+|(?<=[。！？]))/g, /\s+/g]
