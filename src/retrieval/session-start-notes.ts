/**
 * Lasting notes about a place: the facts of MEMORY.md, those that fit the current work first. Daily logs are not told,
 * only found by search; the host tells its own notes itself.
 */
import type { Note } from '../memory/note.ts'
import type { Database } from '../store/database.ts'
import { findNotesOfFile, findWorkspace } from '../store/notes.ts'
import { rankByWords } from '../store/search.ts'
import { topicOf } from './place-words.ts'
import { termsOf } from './query-terms.ts'

export interface LastingNote {
  /** Id of the piece that contains it. */
  id: number
  path: string
  text: string
}

const LASTING = ['memory/MEMORY.md', 'MEMORY.md']
/** Words of the branch and the last requests: more would match everything. */
const MAX_TERMS = 12
const MAX_RANKED = 50

export function findLastingNotes(
  db: Database,
  place: { root: string; branch: string | undefined; requests: readonly string[] },
): LastingNote[] {
  const workspace = findWorkspace(db, place.root)
  if (!workspace) return []
  const notes = LASTING.flatMap((path) => findNotesOfFile(db, { workspace: workspace.id, path }))
  if (notes.length === 0) return []
  const rank = rankOf(db, { workspace: workspace.id, text: [topicOf(place.branch), ...place.requests].join('\n') })
  const placeIn = (note: Note) => rank.get(note.id) ?? Number.POSITIVE_INFINITY
  return notes
    .toSorted((a, b) => placeIn(a) - placeIn(b) || 0) // equal ones in file order
    .flatMap((note) => factsOf(note.text).map((text) => ({ id: note.id, path: note.path, text })))
}

/** 0 for the best match. */
function rankOf(db: Database, by: { workspace: number; text: string }): ReadonlyMap<number, number> {
  const terms = termsOf(by.text).slice(0, MAX_TERMS)
  if (terms.length === 0) return new Map()
  const hits = rankByWords(db, {
    ...{ kind: 'note', match: terms.map(({ match }) => match).join(' OR ') },
    ...{ filter: { workspaces: [by.workspace] }, limit: MAX_RANKED },
  })
  return new Map(hits.map(({ id }, at) => [id, at]))
}

/** A bullet with what is indented below it, or a paragraph; no headings, no code, nothing that only marks a source. */
export function factsOf(text: string): string[] {
  const facts: string[] = []
  let isOpen = false
  let isCode = false
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    if (/^(?:```|~~~)/.test(trimmed)) isCode = !isCode
    const isFact = !isCode && trimmed !== '' && !/^(?:#{1,6}\s|```|~~~|<!--|[-*_]{3,}$|\|)/.test(trimmed)
    if (!isFact) {
      isOpen = false
      continue
    }
    const bullet = /^(?:[-*+]|\d+[.)])\s+(.*)$/.exec(trimmed)?.[1]
    const isIndented = /^\s{2,}/.test(line)
    if (isOpen && (bullet === undefined || isIndented)) facts.push(`${facts.pop() ?? ''} ${bullet ?? trimmed}`)
    else facts.push(bullet ?? trimmed)
    isOpen = true
  }
  return facts.map(withoutMarks).filter((fact) => fact !== '')
}

/** Removes what a dream wrote after a fact: its source and counts. */
function withoutMarks(fact: string): string {
  return fact
    .replace(/<!--.*?-->/g, '')
    .replace(/\s*\*\(from [^*]*\)\*\s*$/, '')
    .trim()
}
