/**
 * Plays the quarter: every question goes through the product's search (words only: asking a model a quarter's questions
 * would take an hour), its hits are recorded, and every night the product dreams in a real folder.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dream } from '../../src/notes/dream/dream.ts'
import { plainDisk } from '../../src/notes/dream/dream-disk.fixture.ts'
import { MEMORY_MD, readWhole } from '../../src/notes/dream/dream-files.ts'
import type { Addition } from '../../src/notes/dream/plan.ts'
import type { Recalled } from '../../src/notes/dream/recall-store.ts'
import { recordRecall } from '../../src/notes/dream/record-recall.ts'
import { findOverruling } from '../../src/notes/dream/same-subject.ts'
import type { DreamSettings } from '../../src/notes/dream/settings.ts'
import type { DreamSources } from '../../src/notes/dream/sources.ts'
import { search } from '../../src/retrieval/search.ts'
import { storeSet } from '../retrieval/datasets.ts'
import { DAY_MS, DAYS, type Piece, type Quarter, type Question, START } from './quarter.ts'

const HITS = 6

export interface Lived {
  additions: Addition[]
  /** What each question found, in order. */
  found: { question: Question; hits: { piece: Piece; score: number }[] }[]
  memoryMd: string
  /** MEMORY.md after each night; the caller counts its tokens. */
  nights: string[]
  retired: { line: string; reason: string }[]
  proposed: { line: string; reason: string }[]
  /** Nights on which a second dream right afterwards changed a byte. */
  changedTwice: number
}

export type Finder = (text: string, at: number, limit?: number) => Promise<{ piece: Piece; score: number }[]>

/** Best first. The product's score: relative to the best hit, times how likely it answers at all. */
export function makeFinder(pieces: readonly Piece[]): Finder {
  const byId = new Map(pieces.map((one) => [String(one.id), one]))
  const docs = pieces.map((one) => ({
    id: String(one.id),
    project: 'w',
    type: 'observation',
    text: one.text,
    ts: one.createdAt,
  }))
  const { db, benchIds } = storeSet(docs)
  return async (text, at, limit = HITS) => {
    const query = { text, limit, explain: true, dates: 'preferred' as const, range: { to: at } }
    const { hits } = await search({ db, now: at }, query)
    return hits.flatMap((hit) => {
      const piece = byId.get(benchIds.get(hit.id)?.[0] ?? '')
      const score = hit.score * (hit.explain?.bearing ?? hit.explain?.coverage ?? 0)
      return piece === undefined ? [] : [{ piece, score }]
    })
  }
}

export async function live(quarter: Quarter, settings: DreamSettings): Promise<Lived> {
  const root = mkdtempSync(join(tmpdir(), 'claude-mem-dream-'))
  try {
    return await liveIn(root, quarter, settings)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function liveIn(root: string, quarter: Quarter, settings: DreamSettings): Promise<Lived> {
  mkdirSync(join(root, 'memory'))
  writeFileSync(join(root, 'memory/2025-01-01.md'), '# 2025-01-01\n') // it keeps notes
  const disk = plainDisk()
  const find = makeFinder(quarter.pieces)
  const byKey = new Map(quarter.pieces.map((piece) => [piece.key, piece]))
  const lived: Lived = {
    additions: [],
    found: [],
    memoryMd: '',
    nights: [],
    retired: [],
    proposed: [],
    changedTwice: 0,
  }
  let next = 0
  for (let day = 0; day < DAYS; day += 1) {
    const night = START + (day + 1) * DAY_MS
    for (let question = quarter.questions[next]; question !== undefined && question.at < night; ) {
      const hits = await find(question.text, question.at)
      lived.found.push({ question, hits })
      await recordRecall(root, { query: question.text, hits: hits.map(toRecalled), now: question.at, disk })
      next += 1
      question = quarter.questions[next]
    }
    const sources = sourcesAt({ night, find, byKey })
    const { plan } = await dream(root, { disk, settings, sources, now: night })
    lived.additions.push(...plan.additions)
    lived.nights.push(plan.memoryMd.after)
    lived.retired.push(...plan.retirements.filter(({ state }) => state === 'applied'))
    lived.proposed = plan.retirements.filter(({ state }) => state === 'proposed')
    if (day % 7 !== 6) continue
    const before = hashOf(root)
    await dream(root, { disk, settings, sources, now: night + 1000 })
    if (hashOf(root) !== before) lived.changedTwice += 1
  }
  lived.memoryMd = readWhole(join(root, MEMORY_MD)) ?? ''
  return lived
}

function toRecalled({ piece, score }: { piece: Piece; score: number }): Recalled {
  return { ...piece, score }
}

function sourcesAt(by: { night: number; find: Finder; byKey: ReadonlyMap<string, Piece> }): DreamSources {
  return {
    findText: (key) => {
      const piece = by.byKey.get(key)
      return piece && { text: piece.text, createdAt: piece.createdAt, path: piece.path }
    },
    newerAbout: async (fact) => {
      const near = await by.find(fact.text, by.night, NEAR)
      const found = findOverruling(
        fact,
        near.map(({ piece }) => piece),
      )
      return found && { text: found.text, source: found.key, createdAt: found.createdAt }
    },
    fileState: () => 'unknown',
    noteText: () => undefined,
  }
}

/** Memories about the subject that are checked for a contradiction. */
const NEAR = 10

function hashOf(root: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(root, { recursive: true }).map(String).sort()) {
    hash.update(name)
    const text = /\.\w+$/.test(name) && !name.endsWith('.dreams') ? readFileSync(join(root, name)) : ''
    hash.update(text)
  }
  return hash.digest('hex')
}
