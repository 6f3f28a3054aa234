/**
 * How relevant a memory is at the start of a session, before anybody has asked anything: the seed's formula with its
 * numbers as defaults. Pure: the clock and everything known about the workspace are arguments.
 */
import type { ObservationType } from '../memory/observation.ts'

export interface ScoringConfig {
  halfLifeDays: number
  types: Record<ObservationType, number>
  /** The most each part can add. */
  recency: number
  similarity: number
  fileOverlap: number
  sameProject: number
}

export const SCORING: ScoringConfig = {
  halfLifeDays: 2,
  types: { decision: 0.8, bugfix: 0.7, discovery: 0.6, feature: 0.5, refactor: 0.4, change: 0.3 },
  recency: 1,
  similarity: 1.5,
  fileOverlap: 1,
  sameProject: 0.1,
}

/** What is known about the place where a session starts. */
export interface Place {
  project: string
  /** Paths relative to the project root: recently changed, or used in the last session. */
  files: ReadonlySet<string>
  now: number
}

export interface Scored {
  createdAt: number
  type: ObservationType
  project: string
  files: string[]
  /** 0–1: how well its words match the place, the best candidate 1. */
  words: number
  /** Share of the place's concepts that it has, 0–1. */
  concepts: number
}

export interface RelevanceParts {
  recency: number
  type: number
  similarity: number
  files: number
  project: number
}

const DAY_MS = 24 * 60 * 60 * 1000

/** 1 for a memory from now, half after one half-life. A future date counts as now. */
export function recency(createdAt: number, now: number, halfLifeDays: number): number {
  const ageDays = Math.max(0, now - createdAt) / DAY_MS
  return halfLifeDays > 0 ? Math.exp((-Math.LN2 * ageDays) / halfLifeDays) : ageDays === 0 ? 1 : 0
}

export function typeScore(type: ObservationType, config: ScoringConfig = SCORING): number {
  return config.types[type]
}

/** Words count two thirds, concepts one third; together 0–1.5. */
export function similarity(by: { words: number; concepts: number }, config: ScoringConfig = SCORING): number {
  return config.similarity * (clamp(by.words) * (2 / 3) + clamp(by.concepts) / 3)
}

/** Share of the memory's files that are in use. 0 for a memory without files. */
export function fileOverlap(files: string[], atHand: ReadonlySet<string>, config: ScoringConfig = SCORING): number {
  if (files.length === 0) return 0
  return (config.fileOverlap * files.filter((file) => atHand.has(file)).length) / files.length
}

export function sameProject(project: string, here: string, config: ScoringConfig = SCORING): number {
  return project === here ? config.sameProject : 0
}

export function relevance(
  memory: Scored,
  place: Place,
  config: ScoringConfig = SCORING,
): { score: number; parts: RelevanceParts } {
  const parts: RelevanceParts = {
    recency: config.recency * recency(memory.createdAt, place.now, config.halfLifeDays),
    type: typeScore(memory.type, config),
    similarity: similarity(memory, config),
    files: fileOverlap(memory.files, place.files, config),
    project: sameProject(memory.project, place.project, config),
  }
  return { score: parts.recency + parts.type + parts.similarity + parts.files + parts.project, parts }
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
