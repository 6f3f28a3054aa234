/**
 * Statistics of the store that scoring needs: its size, the typical length of a memory, passage or note, and how rare a
 * word is. In a large store they change slowly, so they are cached per connection until it has grown by a fiftieth.
 * That a word is absent holds only until the next change: it may be in the memory just stored.
 */
import type { Database } from '../store/database.ts'
import {
  type CountedKind,
  changeMark,
  countInProject,
  countMatches,
  countStem,
  findStems,
  lastId,
  loadCandidates,
  newestIds,
} from '../store/search.ts'
import type { Vocabulary } from './other-words.ts'
import type { QueryTerm } from './query-terms.ts'
import { readMemory, wantedOf } from './word-score.ts'

export interface Corpus extends Vocabulary {
  /** All observations, passages and notes, and those in the requested projects. */
  size: number
  own: number
  /** Typical length, as `readMemory` counts it. */
  length: Record<CountedKind, number>
  /** In how many the term occurs: in all, and in the requested projects. */
  occurrences(term: QueryTerm): { all: number; own: number }
}

const KINDS: CountedKind[] = ['observation', 'passage', 'note']

/** With more matches than this in a project a word is common, and its share in the whole store is close enough. */
const COUNT_UP_TO = 500
/** Below this the statistics cost less than a millisecond, and every new memory changes them. */
const LARGE = 1000
/** Limit on words with the same first two letters: 25,000 commit messages have 300 for the most common pair. */
const MAX_READ = 2000
/** Enough for a mean length, and read in a few milliseconds. */
const SAMPLE = 150

export function corpusOf(db: Database, projects: string[] | undefined): Corpus {
  const size = sumOf((kind) => lastId(db, kind))
  const key = projects?.join('\n') ?? ''
  const known = corpora.get(db)
  const grown = known === undefined ? Number.POSITIVE_INFINITY : size - known.size
  const kept = known && grown >= 0 && grown <= (size < LARGE ? 0 : known.size * 0.02) ? known : newlyKept(size)
  corpora.set(db, kept)
  const mark = changeMark(db)
  if (kept.mark !== mark) kept.absent.clear()
  kept.mark = mark
  const corpus = kept.by.get(key) ?? measure(db, projects, kept)
  kept.by.set(key, corpus)
  return corpus
}

interface Kept {
  size: number
  by: Map<string, Corpus>
  /** Stems with their expressions that match nothing anywhere, at the time of `mark`. Each question about Spanish asks for a dozen. */
  absent: Set<string>
  mark: string
}
const corpora = new WeakMap<Database, Kept>()

function newlyKept(size: number): Kept {
  return { size, by: new Map(), absent: new Set(), mark: '' }
}

const NOWHERE = { all: 0, own: 0 }

function measure(db: Database, projects: string[] | undefined, { size, absent }: Kept): Corpus {
  const own =
    projects === undefined ? size : projects.reduce((sum, id) => sum + sumOf((kind) => countInProject(db, kind, id)), 0)
  const counts = new Map<string, { all: number; own: number }>()
  const starts = new Map<string, string[]>()
  /** Nearly everything is in these projects, so counting them separately would give the same figures. */
  const alone = own >= size * 0.8

  const countOwn = (match: string, all: number): number => {
    if (alone || all === 0) return all
    const counted = sumOf((kind) => countMatches(db, kind, { match, projects, most: COUNT_UP_TO }))
    return counted < COUNT_UP_TO ? counted : Math.max(counted, Math.round((all * own) / Math.max(1, size)))
  }
  const occurrences = (term: QueryTerm) => {
    // A word and a stem can be spelt alike: `require` is no stem, and the word of one that occurs.
    const key = `${term.stem} ${term.match}`
    if (absent.has(key)) return NOWHERE
    let found = counts.get(key)
    if (!found) {
      const simple = term.match === `"${term.word}"`
      const all = sumOf((kind) =>
        simple
          ? countStem(db, kind, term.stem)
          : countMatches(db, kind, { match: term.match, projects: undefined, most: 2000 }),
      )
      found = { all, own: countOwn(term.match, all) }
      if (counts.size > 20_000) counts.clear()
      if (found.all > 0) counts.set(key, found)
      else if (absent.size < 20_000) absent.add(key)
    }
    return found
  }
  const has = (stem: string) => occurrences({ stem, word: stem, match: `"${stem}"`, weight: 1, prefix: false }).own > 0
  return {
    size,
    own,
    length: {
      observation: typicalLength(db, 'observation', projects),
      // Passages have similar lengths in all projects, and reading them costs more.
      passage: typicalLength(db, 'passage', undefined),
      note: typicalLength(db, 'note', projects),
    },
    occurrences,
    has,
    beginningWith(start, limit) {
      let found = starts.get(start)
      if (!found) {
        // More than wanted, because some occur only in other projects.
        const between = { from: start, below: `${start}\u{10ffff}`, limit: limit * 4 }
        const stems = new Set(KINDS.flatMap((kind) => findStems(db, kind, between)))
        found = [...stems].sort().filter(has)
        if (starts.size > 5000) starts.clear()
        if (found.length > 0) starts.set(start, found)
      }
      return found.slice(0, limit)
    },
    among(start, fits) {
      const between = { from: start, below: `${start}\u{10ffff}`, limit: MAX_READ }
      return [...new Set(KINDS.flatMap((kind) => findStems(db, kind, between)))].filter(
        (stem) => fits(stem) && has(stem),
      )
    },
  }
}

function sumOf(count: (kind: CountedKind) => number): number {
  return KINDS.reduce((sum, kind) => sum + count(kind), 0)
}

function typicalLength(db: Database, kind: CountedKind, projects: string[] | undefined): number {
  const ids = (projects ?? [undefined])
    .flatMap((project) => newestIds(db, kind, { project, limit: SAMPLE }))
    .slice(0, SAMPLE * 2)
  const lengths = loadCandidates(db, { kind, ids }).map((candidate) => readMemory(candidate, NOTHING).length)
  return lengths.length === 0 ? 1 : lengths.reduce((sum, length) => sum + length, 0) / lengths.length
}

const NOTHING = wantedOf([])
