/**
 * What anybody has without a memory: BM25 over pieces of the raw transcript texts (prompts, messages and commands that
 * commit), searched in the session's folder or in all. The same pieces, words and constants as the script beside the
 * data (`raw-bm25.py`); its figures on the open half are 39.4 and 72.0 %.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Listed } from './data.ts'

export interface Piece {
  cwd: string
  session: string
  text: string
}

export type Search = (question: string, limit: number) => Piece[]

const PIECE = 1500
const STEP = 1200
const OVERLAP = PIECE - STEP
const SATURATION = 1.2
const LENGTH_EFFECT = 0.65

const STOP_WORDS = new Set(
  (
    'the a an and or of to in is are was were be been it this that for on with as by at from we i you do did does how what why ' +
    'which where when not no can our my me so if then than into about have has had will would should they them there'
  ).split(' '),
)

/** `folder` holds the transcripts as the list names them. */
export function rawPieces(folder: string, listed: readonly Listed[]): Piece[] {
  return listed.flatMap(({ file, cwd, session }) =>
    readFileSync(join(folder, file), 'utf8')
      .split(/\r\n|\r|\n/)
      .flatMap(textsOf)
      .flatMap(piecesOf)
      .map((text) => ({ cwd, session, text })),
  )
}

export function makeSearch(pieces: readonly Piece[]): Search {
  const counts = pieces.map(({ text }) => countWords(text))
  const lengths = counts.map((words) => [...words.values()].reduce((sum, count) => sum + count, 0))
  const typical = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  const postings = new Map<string, [at: number, strength: number][]>()
  counts.forEach((words, at) => {
    const longness = 1 - LENGTH_EFFECT + (LENGTH_EFFECT * (lengths[at] ?? 0)) / typical
    for (const [word, count] of words) {
      const list = postings.get(word) ?? []
      list.push([at, (count * (SATURATION + 1)) / (count + SATURATION * longness)])
      postings.set(word, list)
    }
  })
  return (question, limit) => {
    const scores = new Map<number, number>()
    for (const word of new Set(wordsOf(question))) {
      const list = postings.get(word) ?? []
      const rarity = Math.log(1 + (pieces.length - list.length + 0.5) / (list.length + 0.5))
      for (const [at, strength] of list) scores.set(at, (scores.get(at) ?? 0) + rarity * strength)
    }
    return [...scores]
      .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a - b)
      .slice(0, limit)
      .flatMap(([at]) => pieces[at] ?? [])
  }
}

/** A block of a message, as far as it is read. */
interface Block {
  type?: string
  text?: string
  name?: string
  input?: { command?: string }
}

/** Of one line of a transcript. Damaged lines have none, as in real life. */
function textsOf(line: string): string[] {
  const content = contentOf(line)
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return blocks.flatMap((block) => {
    if (block?.type === 'text') return block.text ?? []
    const command = block?.type === 'tool_use' && block.name === 'Bash' ? (block.input?.command ?? '') : ''
    return command.includes('commit') ? [command] : []
  })
}

function contentOf(line: string): string | (Block | null)[] {
  try {
    const { message } = JSON.parse(line) as { message?: { content?: string | Block[] | null } } // a line of the host's
    return message?.content ?? []
  } catch {
    return []
  }
}

/** By characters, not by UTF-16 units. */
function piecesOf(text: string): string[] {
  const characters = Array.from(text.replace(/\s+/g, ' '))
  const pieces: string[] = []
  if (characters.length === 0) return pieces
  for (let at = 0; at < Math.max(1, characters.length - OVERLAP); at += STEP)
    pieces.push(characters.slice(at, at + PIECE).join(''))
  return pieces
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9_]{2,}|[^\p{ASCII}]+/gu) ?? []
  return words.filter((word) => !STOP_WORDS.has(word))
}
