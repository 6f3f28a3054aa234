/**
 * Which memories a session should begin with. Candidates come from bounded index ranges (the newest here, those of the
 * files in use, those whose words match the place), so the time does not grow with the number of memories; the seed's
 * formula then orders them.
 */
import type { Database } from '../store/database.ts'
import { rankByWords } from '../store/search.ts'
import { findByFiles, findGlimpses, findNewest, type Glimpse } from '../store/session-start.ts'
import { isAbout } from './bearing.ts'
import { questionOf } from './bearing-features.ts'
import { corpusOf } from './corpus.ts'
import { type CrossProject, visibleProjects } from './filters.ts'
import { topicOf, wordsOfPlace } from './place-words.ts'
import { termsOf } from './query-terms.ts'
import { type RelevanceParts, relevance, SCORING, type ScoringConfig } from './relevance.ts'
import { findNamesakes, isLittle } from './session-start-elsewhere.ts'
import { makeTold, saidWords } from './session-start-said.ts'

export interface SessionPlace {
  project: string
  /** What people call the project. */
  name: string
  now: number
  branch?: string | undefined
  /** Which of these files (last cited first) changed since, last changed first. Reads the disk. */
  changed: (by: { paths: string[]; since: number }) => string[]
  crossProject: CrossProject
  /** Projects never shown elsewhere. */
  hidden?: string[] | undefined
}

export interface RankedMemory {
  glimpse: Glimpse
  score: number
  parts: RelevanceParts
}

/** Limits for each source of candidates. */
const NEWEST = 64
const PER_FILE = 5
const BY_WORDS = 60
/** Files checked on disk, and files that count as in use: half recently changed, the rest from the last session. */
const CITED_FILES = 50
const MAX_FILES = 16
/** Counts as recently changed within this time, if not since the last session anyway. */
const CHANGED_WITHIN_MS = 2 * 24 * 60 * 60 * 1000
/** From the last session, always included: to continue it one needs its end, whatever the score. */
const ALWAYS = 3
/** Per session: its summary tells the rest, and the page covers more than one afternoon. */
const OF_ONE_SESSION = 6
/** The share of lines that may come from other projects. */
const ELSEWHERE = 0.1

/** Best first, after the last few memories of the last session. */
export function rankForSessionStart(
  db: Database,
  by: { place: SessionPlace; limit: number; config?: ScoringConfig },
): RankedMemory[] {
  const { place, config = SCORING } = by
  const newest = findNewest(db, { project: place.project, limit: NEWEST })
  const files = filesAtHand(newest, place)
  const fits = fitOf(db, wordsOfPlace(db, { branch: place.branch, files }), place)
  const namesakes = new Set(isLittle(newest.length) ? findNamesakes(db, place) : [])
  const candidates = [...newest, ...findOthers(db, { place, newest, files, fits, namesakes })]
  const here = { project: place.project, files: new Set(files), now: place.now }
  const scored = candidates.map((glimpse): RankedMemory => {
    const { createdAt, type, project } = glimpse
    const fit = fits.get(glimpse.id) ?? 0
    const memory = {
      createdAt,
      type,
      project,
      files: project === place.project ? glimpse.files : [],
      words: fit,
      // Nobody has asked anything yet, so the place has no concepts; the words are used instead.
      concepts: fit,
    }
    return { glimpse, ...relevance(memory, here, config) }
  })
  const order = scored.toSorted(byScore)
  const last = new Set(lastSession(newest).slice(0, ALWAYS))
  const isForeign = ({ id, project }: Glimpse) => project !== place.project && !namesakes.has(id)
  return unlike([...scored.filter(({ glimpse }) => last.has(glimpse)), ...order], { most: by.limit, isForeign })
}

/** Newest first. */
function lastSession(newest: Glimpse[]): Glimpse[] {
  const last = newest.find((one) => one.session !== null)
  return last ? newest.filter((one) => one.session === last.session) : []
}

/** Recently changed on disk, then those the last session worked with. */
function filesAtHand(newest: Glimpse[], place: SessionPlace): string[] {
  const [last] = newest
  if (!last) return []
  const cited = new Set<string>()
  for (const { files } of newest) {
    if (cited.size >= CITED_FILES) break
    for (const file of files) cited.add(file)
  }
  const since = Math.min(last.createdAt, place.now - CHANGED_WITHIN_MS)
  const changed = place.changed({ paths: [...cited].slice(0, CITED_FILES), since }).slice(0, MAX_FILES / 2)
  const before = lastSession(newest).flatMap((one) => one.files)
  return [...new Set([...changed, ...before])].slice(0, MAX_FILES)
}

/** 0–1 by id: how well a memory's words match the place, the best 1. */
function fitOf(db: Database, match: string | undefined, place: SessionPlace): Map<number, number> {
  if (match === undefined) return new Map()
  const { project: home, crossProject } = place
  const projects = visibleProjects({ asked: undefined, home, crossProject, purpose: 'injection' })
  const hidden = place.hidden?.filter((id) => id !== home)
  const filter = { ...(projects ? { projects } : {}), ...(hidden && hidden.length > 0 ? { hidden } : {}) }
  const hits = rankByWords(db, { kind: 'observation', match, filter, limit: BY_WORDS })
  const best = Math.min(-Number.MIN_VALUE, ...hits.map((hit) => hit.rank))
  return new Map(hits.map((hit) => [hit.id, hit.rank / best]))
}

/** What the files in use and the words lead to, besides the newest. */
function findOthers(
  db: Database,
  by: {
    place: SessionPlace
    newest: Glimpse[]
    files: string[]
    fits: ReadonlyMap<number, number>
    namesakes: ReadonlySet<number>
  },
): Glimpse[] {
  const { place, files } = by
  const found = new Set([
    ...findByFiles(db, { project: place.project, paths: files, perFile: PER_FILE }),
    ...by.fits.keys(),
  ])
  for (const { id } of by.newest) found.delete(id)
  const glimpses = findGlimpses(db, [...found, ...by.namesakes])
  const isHere = (one: Glimpse) => one.project === place.project || by.namesakes.has(one.id)
  if (glimpses.every(isHere)) return glimpses
  const isRelated = makeRelated(db, place.branch)
  return glimpses.filter((one) => isHere(one) || isRelated(one))
}

/** A file with the same name is coincidence. A memory of another project must match the branch name. */
function makeRelated(db: Database, branch: string | undefined): (glimpse: Glimpse) => boolean {
  const terms = termsOf(topicOf(branch))
  if (terms.length === 0) return () => false
  const question = questionOf({ terms, absent: [], corpus: corpusOf(db, undefined) })
  return ({ title, files }) => isAbout(`${title} ${files.join(' ')}`, question)
}

function byScore(a: RankedMemory, b: RankedMemory): number {
  return b.score - a.score || b.glimpse.createdAt - a.glimpse.createdAt || b.glimpse.id - a.glimpse.id
}

/** The first `most` that add something: few per session or from other projects, none whose title repeats another's. */
function unlike(
  ranked: RankedMemory[],
  { most, isForeign }: { most: number; isForeign: (glimpse: Glimpse) => boolean },
): RankedMemory[] {
  const kept = new Set<RankedMemory>()
  const told = makeTold()
  const ofSession = new Map<number, number>()
  let foreign = 0
  for (const one of ranked) {
    if (kept.size >= most) break
    // At most one of the first ten, two of the first twenty, because it is not known yet how many fit.
    if (isForeign(one.glimpse) && foreign + 1 > Math.ceil((kept.size + 1) * ELSEWHERE)) continue
    const { session, title } = one.glimpse
    const before = session === null ? 0 : (ofSession.get(session) ?? 0)
    const words = saidWords(title)
    if (kept.has(one) || before >= OF_ONE_SESSION || told.says(words)) continue
    kept.add(one)
    if (isForeign(one.glimpse)) foreign += 1
    told.add(words)
    if (session !== null) ofSession.set(session, before + 1)
  }
  return [...kept]
}
