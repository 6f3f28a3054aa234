/**
 * Which memories a session should begin with. Candidates come from bounded ranges of the indexes (the newest, those of
 * the files at hand, those whose words fit the place), so the time does not grow with the number of memories; then the
 * seed's formula orders them.
 */
import type { Observation } from '../memory/observation.ts'
import type { Database } from '../store/database.ts'
import { findObservation } from '../store/observations.ts'
import { type Candidate, type Filter, loadCandidates, rankByWords } from '../store/search.ts'
import { findByFiles, findNewest } from '../store/session-start.ts'
import { corpusOf } from './corpus.ts'
import { type CrossProject, visibleProjects } from './filters.ts'
import { termsOf } from './query-terms.ts'
import { type Place, type RelevanceParts, relevance, SCORING, type ScoringConfig } from './relevance.ts'
import { rarityOf, readMemory, scoreWords } from './word-score.ts'

export interface SessionPlace extends Place {
  branch?: string | undefined
  crossProject: CrossProject
  /** Projects never shown elsewhere. */
  hidden?: string[] | undefined
}

export interface RankedMemory {
  observation: Observation
  score: number
  parts: RelevanceParts
}

/** Each way to a candidate is bounded by one of these. */
const NEWEST_HERE = 150
const NEWEST_ELSEWHERE = 50
const PER_FILE = 10
const MOST_FILES = 30
const BY_WORDS = 60
/** Words of the place that are looked for: the rarest. */
const MOST_WORDS = 10
/** A word in more memories than this says nothing about the place, and scoring its matches would take time. */
const COMMON = 1500

/** Best first. */
export function rankForSessionStart(
  db: Database,
  by: { place: SessionPlace; limit: number; config?: ScoringConfig },
): RankedMemory[] {
  const { place } = by
  const config = by.config ?? SCORING
  const projects = visibleProjects({
    asked: undefined,
    home: place.project,
    crossProject: place.crossProject,
    purpose: 'injection',
  })
  const hidden = place.hidden?.filter((id) => id !== place.project)
  const filter: Filter = {
    ...(projects ? { projects } : {}),
    ...(hidden && hidden.length > 0 ? { hidden } : {}),
  }
  const words = wordsOfPlace(db, place)
  const ids = new Set([
    ...findNewest(db, { project: place.project, limit: NEWEST_HERE }),
    ...(projects ? [] : findNewest(db, { project: undefined, limit: NEWEST_ELSEWHERE })),
    ...findByFiles(db, { project: place.project, paths: place.files.slice(0, MOST_FILES), perFile: PER_FILE }),
    ...(words.match === undefined
      ? []
      : rankByWords(db, { kind: 'observation', match: words.match, filter, limit: BY_WORDS }).map((hit) => hit.id)),
  ])
  const candidates = loadCandidates(db, { kind: 'observation', ids: [...ids] }).filter(
    (one) => !hidden?.includes(one.project) && (!projects || projects.includes(one.project)),
  )
  return score(candidates, { place, config, words })
    .slice(0, by.limit)
    .flatMap(({ candidate, ...rest }) => {
      const observation = findObservation(db, candidate.id)
      return observation ? [{ observation, ...rest }] : []
    })
}

type PlaceWords = ReturnType<typeof wordsOfPlace>

/** From the branch's name and the files at hand, without the folders everything lies in. */
function wordsOfPlace(db: Database, place: SessionPlace) {
  const corpus = corpusOf(db, undefined)
  const names = place.files.slice(0, MOST_FILES).map((path) => path.replace(/\.[a-z0-9]{1,5}$/i, ''))
  const terms = termsOf([place.branch ?? '', ...names].join(' '))
    .map((term) => ({ term, occurrences: corpus.occurrences(term) }))
    .filter(({ occurrences }) => occurrences.all > 0 && occurrences.all <= COMMON)
    .map(({ term, occurrences }) => ({ ...term, rarity: rarityOf(occurrences, corpus) }))
    .sort((a, b) => b.weight * b.rarity - a.weight * a.rarity)
    .slice(0, MOST_WORDS)
  const match = terms.length === 0 ? undefined : terms.map((term) => term.match).join(' OR ')
  return { terms, match, typicalLength: corpus.length }
}

function score(
  candidates: Candidate[],
  by: { place: SessionPlace; config: ScoringConfig; words: PlaceWords },
): { candidate: Candidate; score: number; parts: RelevanceParts }[] {
  const { place, config, words } = by
  const fits = candidates.map((candidate) => scoreWords(readMemory(candidate), words).score)
  const best = Math.max(Number.MIN_VALUE, ...fits)
  return candidates
    .flatMap((candidate, at) => {
      if (candidate.type === null) return []
      const memory = {
        createdAt: candidate.createdAt,
        type: candidate.type,
        project: candidate.project,
        files: candidate.project === place.project ? filesOf(candidate) : [],
        words: (fits[at] ?? 0) / best,
        // Nobody has asked anything yet, so the place has no concepts: the words stand for them.
        concepts: (fits[at] ?? 0) / best,
      }
      return [{ candidate, ...relevance(memory, place, config) }]
    })
    .sort(
      (a, b) => b.score - a.score || b.candidate.createdAt - a.candidate.createdAt || b.candidate.id - a.candidate.id,
    )
}

function filesOf(candidate: Candidate): string[] {
  const files = JSON.parse(candidate.files) as { read: string[]; modified: string[] } // written by putObservation
  return [...new Set([...files.modified, ...files.read])]
}
