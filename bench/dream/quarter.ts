/**
 * A simulated quarter: what was written and asked on each of 90 days. Facts and their questions are LoCoMo's
 * (observations and open questions), noise comes from documents of other sets, contradictions from MemoryAgentBench.
 * Which facts matter follows from the sets' own labels and the calendar, never from what dreaming does. The same seed
 * makes the same quarter.
 */
import { createHash } from 'node:crypto'
import { contentTerms } from '../../src/notes/dream/content-terms.ts'
import { type BenchDoc, loadSet } from '../retrieval/datasets.ts'
import { findPairs } from './newest-wins.ts'

export const DAYS = 90
export const DAY_MS = 24 * 60 * 60 * 1000
/** Fixed before anything was tuned. */
export const SEED = 20261117
export const START = Date.UTC(2026, 0, 5)

/** Something that can be found: a chunk of a day's note, or an observation. */
export interface Piece {
  key: string
  kind: 'note' | 'observation'
  id: number
  path?: string
  startLine?: number
  text: string
  createdAt: number
  /** The facts in it, by their ids in the sets; none: noise. */
  facts: string[]
}

export interface Question {
  text: string
  at: number
  /** Ids of the facts that answer it. */
  answers: string[]
}

export interface Quarter {
  pieces: Piece[]
  questions: Question[]
  textOf: Map<string, string>
  /** Older fact → the fact that overrules it. */
  overruled: Map<string, string>
}

const CONTRADICTED = 30
const NEEDED = 70
const ONE_OFF = 350
const REPEATED = 40
const TWICE = 60

export function makeQuarter(seed = SEED): Quarter {
  const random = randomFrom(seed)
  const locomo = loadSet('locomo-obs')
  const textOf = new Map(locomo.docs.map(({ id, text }) => [id, text]))
  const pieces = piecesOf(locomo.docs, random)
  const bornAt = new Map(pieces.flatMap(({ facts, createdAt }) => facts.map((id): [string, number] => [id, createdAt])))
  const questions: Question[] = []
  const answersOf = new Map(locomo.queries.map(({ query, relevant }) => [query, relevant]))
  const ask = (text: string, day: number) => {
    const answers = answersOf.get(text) ?? []
    questions.push({ text, at: START + day * DAY_MS + Math.floor((9 + random() * 9) * 3_600_000), answers })
  }
  const dayAfter = (id: string, random01: number) => {
    const born = Math.floor(((bornAt.get(id) ?? START) - START) / DAY_MS)
    return born + 1 + Math.floor(random01 * (DAYS - born - 1))
  }
  // What matters: facts that are the only answer to a question, chosen before anything is searched. The question comes
  // on one to three days, and the need returns in other words, like those of somebody who knows half the answer.
  const single = locomo.queries.filter(({ relevant }) => relevant.length === 1)
  const needed = shuffled(single, random).slice(0, NEEDED)
  for (const { query, relevant } of needed) {
    const id = relevant[0] ?? ''
    for (let n = 1 + Math.floor(random() * 3); n > 0; n -= 1) ask(query, dayAfter(id, random()))
    for (const other of otherWords({ query, fact: textOf.get(id) ?? '', random })) {
      answersOf.set(other, relevant)
      for (let n = 1 + Math.floor(random() * 2); n > 0; n -= 1) ask(other, dayAfter(id, random()))
    }
  }
  const taken = new Set(needed.map(({ query }) => query))
  const seldom = shuffled(
    locomo.queries.filter(({ query }) => !taken.has(query)),
    random,
  )
  for (const { query, relevant } of seldom.slice(0, ONE_OFF)) ask(query, dayAfter(relevant[0] ?? '', random()))
  // One need, asked again and again in the same words.
  for (const { query, relevant } of seldom.slice(ONE_OFF, ONE_OFF + REPEATED))
    for (let n = 0; n < 5; n += 1) ask(query, dayAfter(relevant[0] ?? '', random()))
  const overruled = addContradictions({ pieces, questions, textOf, random })
  addNoise({ pieces, questions, random })
  questions.sort((a, b) => a.at - b.at)
  return { pieces, questions, textOf, overruled }
}

/** Two to five more ways to ask: three or four words of the fact, every second time with the question's names. */
function otherWords(by: { query: string; fact: string; random: () => number }): string[] {
  const words = [...new Set(by.fact.match(/[\p{L}\p{N}'-]{4,}/gu) ?? [])].filter((word) => contentTerms(word).size > 0)
  const names = by.query.match(/(?<= )\p{Lu}\p{L}+/gu) ?? []
  const some = (count: number) => shuffled(words, by.random).slice(0, count)
  const ways = Array.from({ length: 2 + Math.floor(by.random() * 4) }, (_, at) =>
    at % 2 === 0 ? some(4).join(' ') : [...new Set([...names.slice(0, 2), ...some(3)])].join(' '),
  )
  return [...new Set(ways)]
}

/** Every second session as a day's log, a few facts per chunk; the others as observations, one each. */
function piecesOf(docs: readonly BenchDoc[], random: () => number): Piece[] {
  const sessions = Map.groupBy(docs, ({ session }) => session ?? '')
  const pieces: Piece[] = []
  let [session, line] = [0, 1]
  for (const facts of sessions.values()) {
    session += 1
    // The first two thirds of the quarter: what comes last is not asked for often enough to matter.
    const at = START + Math.floor(random() * 60) * DAY_MS + 8 * 3_600_000
    const size = session % 2 === 0 ? 3 : 1
    for (let i = 0; i < facts.length; i += size) {
      const some = facts.slice(i, i + size)
      const text = size === 1 ? (some[0]?.text ?? '') : some.map((one) => `- ${one.text}`).join('\n')
      const kind = size === 1 ? 'observation' : 'note'
      pieces.push(
        piece({ kind, text, at: at + i * 60_000, line, facts: some.map(({ id }) => id), number: pieces.length }),
      )
      line += some.length
    }
  }
  return pieces
}

/** An older value early, three questions about it, the newer value after the middle, and another question. */
function addContradictions(by: {
  pieces: Piece[]
  questions: Question[]
  textOf: Map<string, string>
  random: () => number
}): Map<string, string> {
  const overruled = new Map<string, string>()
  for (const [n, { lead, older, newer }] of shuffled(findPairs(), by.random).slice(0, CONTRADICTED).entries()) {
    const [was, is] = [`fc/${n}/old`, `fc/${n}/new`]
    overruled.set(was, is)
    const bornDay = Math.floor(by.random() * 15)
    const newDay = 50 + Math.floor(by.random() * 15)
    for (const [id, text, day] of [
      [was, older, bornDay],
      [is, newer, newDay],
    ] as const) {
      by.textOf.set(id, text)
      const kind = n % 2 === 0 ? 'note' : 'observation'
      const at = START + day * DAY_MS + 8 * 3_600_000
      by.pieces.push(
        piece({ kind, text: kind === 'note' ? `- ${text}` : text, at, line: 1, facts: [id], number: by.pieces.length }),
      )
    }
    const subject = lead
      .replace(/\b(?:is|was|the|of|in|by|to|a)\b/gi, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    const ways = [`${subject}?`, ...otherWords({ query: lead, fact: older, random: by.random })]
    for (const [way, text] of ways.entries()) {
      const day = bornDay + 3 + way * 5 + Math.floor(by.random() * 4)
      by.questions.push({ text, at: START + day * DAY_MS + 10 * 3_600_000, answers: [was] })
    }
    by.questions.push({ text: `${subject}?`, at: START + (newDay + 3) * DAY_MS, answers: [is] })
  }
  return overruled
}

/** Other people's pages, and questions that find one of them once, or twice by accident. */
function addNoise(by: { pieces: Piece[]; questions: Question[]; random: () => number }): void {
  const pages = loadSet('fastapi-es-en').docs.filter(({ project }) => project === 'fastapi-en')
  const commits = shuffled(loadSet('commits-changelog').docs, by.random).slice(0, 1500)
  const xquad = loadSet('xquad-es-en')
  const paragraphs = xquad.docs.filter(({ project }) => project === 'xquad-en')
  for (const [i, doc] of [...pages, ...commits, ...paragraphs].entries()) {
    const text = [doc.title, doc.text].filter((part) => part !== undefined && part !== '').join('\n\n')
    const at = START + Math.floor(by.random() * DAYS) * DAY_MS + 12 * 3_600_000
    const kind = doc.type === 'commit' ? 'observation' : 'note'
    by.pieces.push(piece({ kind, text: text.slice(0, 1600), at, line: i, facts: [], number: by.pieces.length }))
  }
  const byParagraph = Map.groupBy(
    xquad.queries.filter(({ category }) => category === 'en>en'),
    ({ relevant }) => relevant[0] ?? '',
  )
  const several = shuffled(
    [...byParagraph.values()].filter((all) => all.length >= 2),
    by.random,
  )
  for (const [first, second] of several.slice(0, TWICE)) {
    for (const one of [first, second]) {
      const at = START + Math.floor(45 + by.random() * 45) * DAY_MS + 14 * 3_600_000
      if (one !== undefined) by.questions.push({ text: one.query, at, answers: [] })
    }
  }
  for (const query of shuffled(loadSet('fastapi-es-en').queries, by.random).slice(0, 120)) {
    const at = START + Math.floor(by.random() * DAYS) * DAY_MS + 15 * 3_600_000
    by.questions.push({ text: query.query, at, answers: [] })
  }
}

function piece(by: {
  kind: Piece['kind']
  text: string
  at: number
  line: number
  facts: string[]
  number: number
}): Piece {
  const day = new Date(by.at).toISOString().slice(0, 10)
  const hash = createHash('sha256').update(`${by.text}\n${by.number}`).digest('hex').slice(0, 16)
  return {
    key: by.kind === 'note' ? hash : `observation:${by.number}`,
    kind: by.kind,
    id: by.number,
    ...(by.kind === 'note' ? { path: `memory/${day}.md`, startLine: by.line } : {}),
    text: by.text,
    createdAt: by.at,
    facts: by.facts,
  }
}

/** mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}
