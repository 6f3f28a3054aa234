/**
 * What was recalled, by which question and when: `memory/.dreams/short-term-recall.json`. Plain data and pure rules;
 * limited in every direction, because the file is rewritten at every search. A version 1 store (entries by path and
 * lines, no questions) is read as it is: nothing is dropped, and an entry moves to its new key when the same words are
 * found again.
 */

import { createHash } from 'node:crypto'
import * as z from 'zod'
import { localDay } from '../../memory/local-day.ts'
import { oneLine } from '../../memory/one-line.ts'
import { namesIn } from '../../synthesis/words/terms.ts'
import { contentTerms } from './content-terms.ts'
import { factKey, findMeant } from './fact.ts'
import { findPromotedLines, type PromotedLine } from './promoted-line.ts'

export type RecalledKind = 'note' | 'observation' | 'summary'

/** One search hit. For a note, `key` is 16 hex digits of the chunk's content; else `observation:12`, `summary:7`. */
export interface Recalled {
  key: string
  kind: RecalledKind
  path?: string
  startLine?: number
  endLine?: number
  id?: number
  text: string
  heading?: string
  /** 0–1. */
  score: number
  /** The fact's own time, in milliseconds. */
  createdAt: number
}

const figures = {
  recallCount: z.number().default(0),
  totalScore: z.number().default(0),
  maxScore: z.number().default(0),
  lastRecalledAt: z.string(),
  recallDays: z.array(z.string()).default([]),
  /** Hash of each question that led here, and the day it was last asked. */
  queries: z.record(z.string(), z.string()).default({}),
}
const Figures = z.object(figures)
/** How often, how well, by which questions and when: for a chunk, or for one sentence in it. */
export type RecallFigures = z.infer<typeof Figures>

const Entry = z.looseObject({
  ...figures,
  kind: z.enum(['note', 'observation', 'summary']).default('note'),
  path: z.string().optional(),
  startLine: z.number().optional(),
  endLine: z.number().optional(),
  heading: z.string().optional(),
  snippet: z.string().default(''),
  createdAt: z.number().optional(),
  firstRecalledAt: z.string(),
  conceptTags: z.array(z.string()).default([]),
  /** By hash of the sentence that matched the question best: a chunk says many things, and a fact is one of them. */
  facts: z.record(z.string(), Figures).default({}),
  /** Keys it had before its chunk was edited. */
  formerKeys: z.array(z.string()).optional(),
})
export type RecallEntry = z.infer<typeof Entry>

const Store = z.looseObject({
  version: z.number().default(1),
  updatedAt: z.string().default(''),
  entries: z.record(z.string(), Entry).default({}),
})
export interface RecallStore {
  version: 2
  updatedAt: string
  entries: Record<string, RecallEntry>
}

// 2,000 entries of about 600 bytes: a file of 1.2 MB, and more than two weeks of searches with all different hits
export const MAX_ENTRIES = 2000
export const MAX_QUERIES = 32
export const MAX_DAYS = 16
const MAX_TAGS = 10
const MAX_FORMER = 4
const MAX_FACTS = 12
const SNIPPET_CHARACTERS = 200
/**
 * A sentence counts as recalled if its hit is a good match and nearly as good as the best: pages that share a word with
 * everything are found by every question and meant by none.
 */
const MEANT_SHARE = 0.9
const MEANT_SCORE = 0.6

export function parseRecallStore(raw: unknown): RecallStore {
  const { updatedAt, entries } = Store.parse(raw ?? {})
  return { version: 2, updatedAt, entries }
}

/** The store after one search. The same question on the same day is one recall: a retry says nothing new. */
export function withRecall(
  store: RecallStore,
  by: { query: string; hits: readonly Recalled[]; now: number },
): RecallStore {
  const entries = { ...store.entries }
  const at = new Date(by.now).toISOString()
  const asked = { hash: queryHash(by.query), terms: contentTerms(by.query), at, day: localDay(by.now) }
  const best = Math.max(0, ...by.hits.map(({ score }) => score))
  let byPath: Map<string | undefined, string[]> | undefined
  for (const hit of by.hits) {
    if (isLastingFile(hit.path)) {
      for (const one of promotedMeant(hit.text, asked.terms)) touch(entries, one, asked)
      continue
    }
    const isKnown = entries[hit.key] !== undefined
    if (!isKnown) byPath ??= keysByPath(store.entries)
    const known = isKnown ? entries[hit.key] : adopt(entries, { hit, keys: byPath?.get(hit.path) ?? [] })
    entries[hit.key] = recalled(known, { hit, asked, isMeant: hit.score >= Math.max(MEANT_SCORE, best * MEANT_SHARE) })
  }
  dropWeakest(entries, by.now)
  return { version: 2, updatedAt: at, entries }
}

/** Dreaming writes MEMORY.md and the diary itself: what is found in them is never a candidate. */
export function isLastingFile(path: string | undefined): boolean {
  return path !== undefined && /(?:^|[/:])(?:MEMORY|DREAMS)\.md$/i.test(path)
}

/** From the significant words in any order: `Where is the DB?` and `where's the db` are one question. */
export function queryHash(query: string): string {
  const terms = [...contentTerms(query)].sort()
  const asked = terms.length > 0 ? terms.join(' ') : query.trim().toLowerCase()
  return createHash('sha256').update(asked).digest('hex').slice(0, 12)
}

interface RecallQuery {
  hash: string
  terms: ReadonlySet<string>
  at: string
  day: string
}

function recalled(
  known: RecallEntry | undefined,
  by: { hit: Recalled; asked: RecallQuery; isMeant: boolean },
): RecallEntry {
  const { hit, asked } = by
  const counted = { score: bounded(hit.score), asked }
  return {
    ...known,
    ...counting(known, counted),
    kind: hit.kind,
    ...(hit.path === undefined ? {} : { path: hit.path }),
    ...(hit.startLine === undefined ? {} : { startLine: hit.startLine }),
    ...(hit.endLine === undefined ? {} : { endLine: hit.endLine }),
    ...(hit.heading === undefined ? {} : { heading: oneLine(hit.heading, SNIPPET_CHARACTERS) }),
    snippet: snippetOf(hit.text),
    // A fact is as old as its first mention: finding it again does not make it younger.
    createdAt: Math.min(known?.createdAt ?? hit.createdAt, hit.createdAt),
    firstRecalledAt: known?.firstRecalledAt ?? asked.at,
    conceptTags: [...new Set([...(known?.conceptTags ?? []), ...tagsOf(hit.text, asked.terms)])].slice(0, MAX_TAGS),
    facts: by.isMeant ? withFact(known?.facts ?? {}, { ...counted, text: hit.text }) : (known?.facts ?? {}),
  }
}

interface Counted {
  score: number
  asked: RecallQuery
}

function counting(known: RecallFigures | undefined, { score, asked }: Counted): RecallFigures {
  const more = known?.queries[asked.hash] === asked.day ? 0 : 1
  return {
    recallCount: (known?.recallCount ?? 0) + more,
    totalScore: round((known?.totalScore ?? 0) + more * score),
    maxScore: round(Math.max(known?.maxScore ?? 0, score)),
    lastRecalledAt: later(known?.lastRecalledAt, asked.at),
    recallDays: withDay(known?.recallDays ?? [], asked.day),
    queries: withQuery(known?.queries ?? {}, asked),
  }
}

/** If no sentence has a word of the question, the chunk was found by meaning as a whole: no fact counts. */
function withFact(facts: RecallEntry['facts'], by: Counted & { text: string }): RecallEntry['facts'] {
  const meant = findMeant(by.text, by.asked.terms)
  if (meant === undefined) return facts
  const key = factKey(meant)
  const all = Object.entries({ ...facts, [key]: counting(facts[key], by) })
  if (all.length <= MAX_FACTS) return Object.fromEntries(all)
  const weakest = all.reduce((a, b) => (b[1].recallCount < a[1].recallCount && b[0] !== key ? b : a))
  return Object.fromEntries(all.filter(([one]) => one !== weakest[0]))
}

/**
 * A promoted line was found in MEMORY.md: counts as a recall of its fact, whatever happened to its chunk. Figures stay.
 */
function touch(entries: Record<string, RecallEntry>, { mark, fact }: PromotedLine, asked: RecallQuery): void {
  const nothing = {
    recallCount: 0,
    totalScore: 0,
    maxScore: 0,
    lastRecalledAt: asked.at,
    recallDays: [],
    queries: {},
  }
  const known: RecallEntry = entries[mark.key] ?? {
    ...nothing,
    kind: 'note',
    snippet: snippetOf(fact),
    createdAt: mark.at,
    firstRecalledAt: asked.at,
    conceptTags: [],
    facts: {},
  }
  const figures = known.facts[mark.fact] ?? nothing
  entries[mark.key] = {
    ...known,
    lastRecalledAt: later(known.lastRecalledAt, asked.at),
    facts: {
      ...known.facts,
      [mark.fact]: { ...figures, lastRecalledAt: later(figures.lastRecalledAt, asked.at) },
    },
  }
}

function promotedMeant(text: string, terms: ReadonlySet<string>): PromotedLine[] {
  return findPromotedLines(text).filter(({ fact }) => {
    const own = contentTerms(fact)
    return [...terms].some((term) => own.has(term))
  })
}

/** Once for all hits of a search that are new: looking through 2,000 entries for each took longer than the rest. */
function keysByPath(entries: Record<string, RecallEntry>): Map<string | undefined, string[]> {
  return Map.groupBy(Object.keys(entries), (key) => entries[key]?.path)
}

/** The entry of an edited chunk, or of version 1: same file, and its words are still in what was found. */
function adopt(
  entries: Record<string, RecallEntry>,
  { hit, keys }: { hit: Recalled; keys: readonly string[] },
): RecallEntry | undefined {
  if (hit.kind !== 'note' || hit.path === undefined) return undefined
  const flat = hit.text.replace(/\s+/g, ' ')
  const key = keys.find((one) => {
    const entry = entries[one]
    if (entry?.kind !== 'note') return false
    const words = entry.snippet
      .replace(/\s+/g, ' ')
      .replace(/(?:…|\.\.\.)$/, '')
      .trim()
    return words.length > 20 && flat.includes(words)
  })
  const entry = key === undefined ? undefined : entries[key]
  if (key === undefined || entry === undefined) return undefined
  delete entries[key]
  return { ...entry, formerKeys: [...new Set([...(entry.formerKeys ?? []), key])].slice(-MAX_FORMER) }
}

function snippetOf(text: string): string {
  return oneLine(text, SNIPPET_CHARACTERS)
}

/** First what was asked for and is in the text; then names of code, files and values. */
function tagsOf(text: string, asked: ReadonlySet<string>): string[] {
  const own = contentTerms(text)
  const names = [...namesIn(text)].map((name) => name.toLowerCase()).filter((name) => name.length <= 40)
  return [...[...asked].filter((term) => own.has(term)), ...names.slice(0, 3)]
}

function withDay(days: readonly string[], day: string): string[] {
  return [...new Set([...days, day])].sort().slice(-MAX_DAYS)
}

function withQuery(queries: Readonly<Record<string, string>>, { hash, day }: RecallQuery): Record<string, string> {
  const all = Object.entries({ ...queries, [hash]: day })
  return Object.fromEntries(all.sort(([, a], [, b]) => a.localeCompare(b)).slice(-MAX_QUERIES))
}

/** Drops the least recalled first, among equals the oldest. */
function dropWeakest(entries: Record<string, RecallEntry>, now: number): void {
  const keys = Object.keys(entries)
  const tooMany = keys.length - MAX_ENTRIES
  if (tooMany <= 0) return
  const ranked = keys.map((key) => ({ key, strength: strengthOf(entries[key], now) }))
  for (const { key } of ranked.sort((a, b) => a.strength - b.strength).slice(0, tooMany)) delete entries[key]
}

// 30 days: as long as a dated note keeps half its weight
const FADES_MS = 30 * 24 * 60 * 60 * 1000

function strengthOf(entry: RecallEntry | undefined, now: number): number {
  if (!entry) return 0
  const age = Math.max(0, now - Date.parse(entry.lastRecalledAt))
  return Math.log1p(entry.recallCount + Object.keys(entry.queries).length) * 2 ** (-age / FADES_MS)
}

function later(a: string | undefined, b: string): string {
  return a !== undefined && a > b ? a : b
}

function round(value: number): number {
  return Number(value.toFixed(4))
}

function bounded(score: number): number {
  return Number.isFinite(score) ? Math.min(1, Math.max(0, score)) : 0
}
