/**
 * Search results of notes as both doors print them: a row per hit, and remarks above. A note's text is indented, so
 * that none of its lines looks like one of our rows.
 */
import { renderAge } from '../memory/age.ts'
import { countOf } from '../memory/count.ts'
import { oneLine } from '../memory/one-line.ts'
import type { FoundNote, NoteSearchReply } from '../worker/protocol/notes.ts'
import { queryRemarks } from './query-remarks.ts'
import { renderSearched } from './searched-text.ts'

export interface RowStyle {
  citations: NoteSearchReply['citations']
  now: number
  bold?: (text: string) => string
}

const HEADING_CHARACTERS = 80

/** `number`: from 1. With citations `on`, the source comes below the text instead of before it. */
export function renderFoundNote(one: FoundNote, number: number, by: RowStyle): string {
  const name = one.kind === 'note' && (by.citations === 'on' || one.citation === undefined) ? 'note' : sourceOf(one)
  const facts = [`score ${one.score.toFixed(2)}`, one.day ?? renderAge(one.at, by.now)].join(', ')
  const marks = one.untrusted ? ' [outside text]' : ''
  // A day's log begins with its day.
  const heading = one.heading && one.heading !== one.day ? ` ${oneLine(one.heading, HEADING_CHARACTERS)}` : ''
  return [
    `[${number}] ${by.bold?.(name) ?? name} (${facts})${marks}${heading}`,
    indented(one.snippet),
    ...(by.citations === 'on' ? [`Source: ${sourceOf(one)}`] : []),
  ].join('\n')
}

/** A note by its citation, a memory by the id other calls take. */
function sourceOf({ kind, id, citation = 'note' }: FoundNote): string {
  if (kind === 'note') return citation
  if (kind === 'passage') return `T${id}`
  return kind === 'summary' ? `S${id}` : `${kind} ${id}`
}

function indented(text: string): string {
  return text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => `  ${line}`)
    .join('\n')
}

/** Above the rows: which backend answered, how a time was understood, and how sure it is. */
export function noteRemarks(found: NoteSearchReply): string[] {
  return [
    ...(found.fallback === undefined
      ? []
      : [`The built-in search answered instead of QMD: ${sentence(found.fallback)}`]),
    ...(found.understood === undefined ? [] : [`"${found.understood}" was taken for a time.`]),
    ...queryRemarks({
      ...(found.unsure ? { unsure: true } : {}),
      ...(found.near ? { near: true } : {}),
      results: [],
    }),
  ]
}

/** What was searched, and how. */
export function renderReach({ searched, backend, files, pieces }: NoteSearchReply): string {
  const how = `${renderSearched(searched)}${backend === 'qmd' && searched !== 'listing' ? ', with QMD' : ''}`
  return `${how}; ${notes(files)}, ${countOf(pieces, 'piece', 'pieces')}`
}

export function notes(count: number): string {
  return countOf(count, 'note', 'notes')
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
