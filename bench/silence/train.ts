/**
 * `npm run train:bearing` retrains which rows answer a question and writes the weights to src/retrieval/bearing.json.
 * The questions are those of bench:silence; each counts by its best row. It also prints the results for questions to
 * repositories it has not seen, by which the thresholds in weights.ts are chosen.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rowFeatures } from '../../src/retrieval/bearing.ts'
import { type BearingFeatures, questionOf } from '../../src/retrieval/bearing-features.ts'
import { findCandidates } from '../../src/retrieval/candidates.ts'
import { diversify } from '../../src/retrieval/diversity.ts'
import { readQuery } from '../../src/retrieval/query-terms.ts'
import type { Ranked } from '../../src/retrieval/ranked.ts'
import { rank } from '../../src/retrieval/ranking.ts'
import type { Meaning } from '../../src/retrieval/search-parts.ts'
import { WEIGHTS } from '../../src/retrieval/weights.ts'
import { type Database, openForReading } from '../../src/store/database.ts'
import { findQueuedForIndex, findTextsToIndex } from '../../src/store/index-queue.ts'
import { storePaths } from '../../src/store/recovery.ts'
import { renderTable, round } from '../figures.ts'
import { meaningOf } from '../retrieval/meaning.ts'
import { hasSessions } from '../sessions/data.ts'
import { areaUnderCurve, type Example, scoreOf, train } from '../sessions/training.ts'
import { type AskedIn, eachStore, questionsTo } from './stores.ts'

const FILE = join(import.meta.dirname, '../../src/retrieval/bearing.json')
/** As many rows as a reader looks at, and as much of each. */
const LOOKED_AT = 5
const READ_CHARACTERS = 3000
/** The target is whether it was found; of the two ways not to be, the harder one counts more. */
const WEIGHT = { answerable: 1, absent: 0.6, foreign: 0.4 }
/** The choice of the best row changes the weights, and they the choice: after three rounds hardly any changes. */
const ROUNDS = 3
// 0.0002: against 0.001 half a point more of foreign questions recognised, on unseen repositories
const SHRINK = 0.0002

type Kind = keyof typeof WEIGHT

interface Case {
  kind: Kind
  repository: string
  rows: BearingFeatures[]
}

if (hasSessions()) {
  const cases = { hybrid: [] as Case[], keywords: [] as Case[] }
  await eachStore(
    async (store) => {
      const db = openForReading(storePaths(store.place.data.root).database)
      const projects = new Map(
        db
          .all<{ id: string; project: string }>('SELECT claude_session_id AS id, project FROM sdk_sessions')
          .map(({ id, project }) => [id, project]),
      )
      const questions = questionsTo(store, projects)
      const rows = findTextsToIndex(db, findQueuedForIndex(db, Number.MAX_SAFE_INTEGER))
      const meaning = await meaningOf(
        rows,
        questions.map(({ question }) => question.ask),
      )
      for (const asked of questions) {
        cases.hybrid.push(...(await casesOf(db, asked, meaning)))
        cases.keywords.push(...(await casesOf(db, asked, undefined)))
      }
      db.close()
    },
    { CLAUDE_MEM_EMBEDDINGS: 'off' },
  )
  const learned = Object.fromEntries(Object.entries(cases).map(([name, all]) => [name, learn(name, all)]))
  writeFileSync(FILE, `${JSON.stringify(learned, undefined, 2)}\n`)
}

async function casesOf(db: Database, asked: AskedIn, meaning: Meaning | undefined): Promise<Case[]> {
  const { question, repository, home, isStored } = asked
  const found: Case[] = []
  if (home !== undefined) {
    const { rows, features } = await ask(db, { text: question.ask, project: home, meaning })
    const isAnswered = rows.some((row) => new RegExp(question.strict, 'is').test(textOf(row)))
    // What is not found at all is another bench's subject; some other session may know what was left out.
    if (isStored === isAnswered) found.push({ kind: isStored ? 'answerable' : 'absent', repository, rows: features })
  }
  for (const project of asked.elsewhere) {
    const { features } = await ask(db, { text: question.ask, project, meaning })
    found.push({ kind: 'foreign', repository, rows: features })
  }
  return found
}

async function ask(db: Database, by: { text: string; project: string; meaning: Meaning | undefined }) {
  const projects = [by.project]
  const pool = findCandidates(db, {
    read: { ...readQuery(by.text), strict: undefined },
    filter: { projects },
    kinds: ['observation', 'summary', 'prompt', 'passage'],
    near: await by.meaning?.({ text: by.text, projects, limit: WEIGHTS.meaningPool }),
  })
  const ranked = rank(pool, { now: Date.now(), home: by.project, wish: undefined, turns: true })
  const rows = diversify(ranked).slice(0, LOOKED_AT)
  const question = questionOf(pool)
  return { rows, features: rows.map((row) => rowFeatures(row, question)) }
}

function textOf({ candidate, said }: Ranked): string {
  const texts = [...said.map((one) => one.candidate.body), candidate.title, candidate.subtitle, candidate.body]
  return texts.join(' ').replace(/\s+/g, ' ').slice(0, READ_CHARACTERS)
}

function learn(name: string, cases: Case[]): Record<string, number> {
  const judged = [...new Set(cases.map(({ repository }) => repository))].flatMap((left) => {
    const weights = learnWeights(cases.filter(({ repository }) => repository !== left))
    return cases.filter(({ repository }) => repository === left).map((one) => ({ ...one, score: best(one, weights) }))
  })
  const area = (other: Kind) =>
    areaUnderCurve(
      judged
        .filter(({ kind }) => kind === 'answerable' || kind === other)
        .map(({ kind, repository, score }) => ({ repository, features: { score }, worth: worthOf(kind) })),
      { bias: 0, score: 1 },
    )
  console.log(
    `\n${name}: area under curve against absent ${round(area('absent'), 3)}, foreign ${round(area('foreign'), 3)}`,
  )
  const share = (kind: Kind, least: number) => {
    const of = judged.filter((one) => one.kind === kind)
    return String(round(of.filter(({ score }) => score >= least).length / Math.max(1, of.length), 3))
  }
  const rows = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9].map((least) => [
    String(least),
    ...(['answerable', 'absent', 'foreign'] as const).map((kind) => share(kind, least)),
  ])
  console.log(renderTable(['threshold, unseen repositories', 'answerable', 'absent', 'foreign'], rows))
  return learnWeights(cases)
}

function learnWeights(cases: readonly Case[]): Record<string, number> {
  const count = (kind: Kind) => cases.filter((one) => one.kind === kind).length
  const scale = Object.fromEntries(
    Object.entries(WEIGHT).map(([kind, weight]) => [
      kind,
      (weight * cases.length) / Math.max(1, count(kind as Kind)) / 2,
    ]), // its keys
  )
  let weights: Record<string, number> = { bias: 0, best: 1, similarity: 1 }
  for (let round = 0; round < ROUNDS; round++) {
    const examples = cases.flatMap(({ kind, repository, rows }): Example[] => {
      const [first] = rows.toSorted(
        (a, b) => scoreOf({ ...b }, { bias: 0, ...weights }) - scoreOf({ ...a }, { bias: 0, ...weights }),
      )
      return first ? [{ repository, features: { ...first }, worth: worthOf(kind), weight: scale[kind] ?? 1 }] : []
    })
    weights = train(examples, SHRINK)
  }
  return weights
}

function best({ rows }: Case, weights: Record<string, number>): number {
  return Math.max(0, ...rows.map((row) => scoreOf({ ...row }, { bias: 0, ...weights })))
}

function worthOf(kind: Kind): number {
  return kind === 'answerable' ? 1 : 0
}
