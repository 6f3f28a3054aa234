/**
 * Splits a note into pieces that can be found and cited. Pure. Cuts before a heading, else at an empty line, a list
 * item, a line, a sentence; each piece has the headings above it. A piece is identified by its own words (`key`), and
 * pieces never span two H1 or H2 sections: an edit in one leaves the keys of all others unchanged.
 */
import { createHash } from 'node:crypto'
import type { NoteChunk } from '../memory/note.ts'
import { splitSentences } from '../memory/sentences.ts'
import { bytesOfTokens } from '../memory/token-estimate.ts'
import { type Boundary, type Part, readSections, type Section } from './note-sections.ts'

interface Piece {
  /** Repeated from the piece before. */
  overlap: Part[]
  own: Part[]
  trail: string[]
}

const RANK: Record<Boundary, number> = { blank: 4, item: 3, line: 2, sentence: 1, word: 0 }

export function chunkNote(
  text: string,
  { maxTokens = 400, overlapTokens = 80 }: { maxTokens?: number; overlapTokens?: number } = {},
): NoteChunk[] {
  const most = { bytes: bytesOfTokens(maxTokens), overlapBytes: bytesOfTokens(overlapTokens) }
  const sections = withLonelyHeadings(readSections(text, most.bytes))
  if (sections.length === 0) return []
  const pieces = sizeOf(sections.flatMap(({ parts }) => parts)) <= most.bytes ? [joined(sections)] : cut(sections, most)
  const times = new Map<string, number>()
  return pieces.map(({ overlap, own, trail }) => {
    const words = createHash('sha256').update(render(own).replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 16)
    const time = (times.get(words) ?? 0) + 1
    times.set(words, time)
    const all = [...overlap, ...own]
    return {
      key: time === 1 ? words : `${words}-${time}`,
      startLine: all[0]?.from ?? 1,
      endLine: all.at(-1)?.to ?? 1,
      heading: trail.join(' › '),
      text: render(all),
    }
  })
}

/** A heading without text of its own is added to the first section below it. */
function withLonelyHeadings(sections: Section[]): Section[] {
  const kept: Section[] = []
  for (const section of sections) {
    const before = kept.at(-1)
    if (before?.parts.every(({ kind }) => kind === 'heading') && before.level < section.level) {
      kept[kept.length - 1] = { ...section, level: before.level, parts: [...before.parts, ...section.parts] }
    } else kept.push(section)
  }
  return kept
}

/** Small sections share a piece, but never across a heading of the first two levels. */
function cut(sections: Section[], most: { bytes: number; overlapBytes: number }): Piece[] {
  const pieces: Piece[] = []
  let waiting: Section[] = []
  const flush = () => {
    if (waiting.length > 0) pieces.push(joined(waiting))
    waiting = []
  }
  for (const section of sections) {
    const together = [...waiting, section].flatMap(({ parts }) => parts)
    if (section.level <= 2 || sizeOf(together) > most.bytes) flush()
    if (sizeOf(section.parts) <= most.bytes) waiting.push(section)
    else for (const piece of cutSection(section, most)) pieces.push(piece)
  }
  flush()
  return pieces
}

function cutSection({ parts, trail }: Section, most: { bytes: number; overlapBytes: number }): Piece[] {
  const pieces: Piece[] = []
  let overlap: Part[] = []
  for (let at = 0; at < parts.length; ) {
    // If it fits only without the overlap, the overlap is dropped.
    if (sizeOf([...overlap, ...parts.slice(at, at + 1)]) > most.bytes) overlap = []
    const end = findCut(parts, at, most.bytes - sizeOf(overlap))
    const own = parts.slice(at, end)
    pieces.push({ overlap, own, trail })
    overlap = endOf(own, most.overlapBytes)
    at = end
  }
  return pieces
}

/** The last of the best boundaries in the second half of a full piece. */
function findCut(parts: Part[], begin: number, bytes: number): number {
  let size = 0
  let best = begin + 1
  let bestRank = -1
  for (let at = begin; at < parts.length; at++) {
    const part = parts[at] as Part // within the list
    const rank = RANK[part.boundary]
    const isPossible = at > begin && parts[at - 1]?.kind !== 'heading'
    if (isPossible && (rank >= bestRank || size < bytes / 2)) {
      best = at
      bestRank = size < bytes / 2 ? -1 : rank
    }
    size += separator(part).length + Buffer.byteLength(part.text)
    if (size > bytes) return best
  }
  return parts.length
}

/** Whole parts, else whole sentences, from the end of a piece. Never a heading or half a fence. */
function endOf(parts: Part[], bytes: number): Part[] {
  const end: Part[] = []
  for (const part of parts.toReversed()) {
    if (part.kind === 'heading' || sizeOf([part, ...end]) > bytes) break
    end.unshift(part)
  }
  const last = parts.at(-1)
  if (end.length > 0 || last?.kind !== 'text') return end
  let text = ''
  for (const sentence of splitSentences(last.text).toReversed()) {
    const longer = text === '' ? sentence : `${sentence} ${text}`
    if (Buffer.byteLength(longer) > bytes) break
    text = longer
  }
  return text === '' ? [] : [{ ...last, text: /\s$/.test(last.text) ? `${text} ` : text }]
}

function joined(sections: Section[]): Piece {
  const parts = sections.flatMap((section) => section.parts)
  const withText = sections.filter((section) => section.parts.some(({ kind }) => kind !== 'heading'))
  const [first, ...others] = (withText.length > 0 ? withText : sections).map(({ trail }) => trail)
  const differs = (first ?? []).findIndex((name, at) => others.some((trail) => trail[at] !== name))
  return { overlap: [], own: parts, trail: differs < 0 ? (first ?? []) : (first ?? []).slice(0, differs) }
}

function render(parts: Part[]): string {
  return parts.map((part, at) => (at === 0 ? part.text : separator(part) + part.text)).join('')
}

function separator({ boundary, gap }: Part): string {
  if (boundary === 'sentence' || boundary === 'word') return ''
  return gap ? '\n\n' : '\n'
}

/** At least as large as what `render` produces. */
function sizeOf(parts: Part[]): number {
  return parts.reduce((sum, part) => sum + separator(part).length + Buffer.byteLength(part.text), 0)
}
