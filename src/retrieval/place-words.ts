/**
 * What a session's place is about, as words for the index: from the branch name and the files in use. Only rare words
 * are used: a word in many memories says nothing about a place, and scoring all its matches would take longer the more
 * is stored.
 */
import type { Database } from '../store/database.ts'
import { countMatches, lastId } from '../store/search.ts'
import { type QueryTerm, termsOf } from './query-terms.ts'

/** Words looked up, those of the branch first; each costs up to `COMMON` steps in the index. */
const LOOKED_UP = 12
/** A word in more memories than this, or in more than a tenth of all, is common. Counting stops there. */
const COMMON = 200
const COMMON_SHARE = 0.1
/** In a tiny store a tenth is nothing: up to this many, no word is common. */
const RARE = 10
/** Matches that are scored, about 1 µs each: the rarest words come first. */
const MAX_MATCHES = 500

/** Match expression for the index; undefined when no word is specific to this place. */
export function wordsOfPlace(
  db: Database,
  place: { branch: string | undefined; files: readonly string[] },
): string | undefined {
  const common = Math.min(COMMON, Math.max(RARE, Math.ceil(lastId(db, 'observation') * COMMON_SHARE)))
  const terms = placeTerms(place)
    .map((term) => ({ term, count: countBeyond(db, term.match, common) }))
    .filter(({ count }) => count > 0 && count <= common)
    .sort((a, b) => a.count - b.count)
  let matches = 0
  const chosen = terms.filter(({ count }) => {
    matches += count
    return matches <= MAX_MATCHES
  })
  if (chosen.length === 0) return undefined
  return chosen.map(({ term }) => term.match).join(' OR ')
}

/**
 * How many memories contain the word, counted up to `most`. A word that was common is assumed to stay common: those are
 * the ones that cost time, and memories hardly ever become fewer.
 */
function countBeyond(db: Database, match: string, most: number): number {
  const counts = commonWords.get(db) ?? new Map<string, number>()
  commonWords.set(db, counts)
  const known = counts.get(match) ?? 0
  if (known > most) return known
  const count = countMatches(db, 'observation', { match, projects: undefined, most: most + 1 })
  if (count > most) {
    if (counts.size >= REMEMBERED) counts.clear()
    counts.set(match, count)
  }
  return count
}

const commonWords = new WeakMap<Database, Map<string, number>>()
const REMEMBERED = 2000

/** What the work on a branch is about, if its name says so. */
export function topicOf(branch = ''): string {
  return EVERYDAY_BRANCH.test(branch) ? '' : branch.replace(KIND_OF_BRANCH, '')
}

function placeTerms({ branch, files }: { branch: string | undefined; files: readonly string[] }): QueryTerm[] {
  const topic = topicOf(branch)
  // Without extension and without bare numbers, which occur in other memories as counts and times.
  const names = files.map((path) => path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z0-9]{1,5}$|\b\d+\b/gi, ' '))
  return termsOf([topic, ...names].join(' ')).slice(0, LOOKED_UP)
}

const EVERYDAY_BRANCH = /^(?:main|master|trunk|dev|develop|development|staging|production)$/i
/** `fix/`, `feature/` … name the kind of work, not its subject. */
const KIND_OF_BRANCH = /^(?:feat|feature|fix|bugfix|hotfix|chore|refactor|docs|test|release|wip)\//i
