/**
 * Every question to the real sessions, asked one by one in its project and everywhere: of the search over everything,
 * over HTTP in the store the measuring script left, and of BM25 over the raw texts. The script reports only shares;
 * whether a difference is more than chance needs both answers to each question.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AnyReply, ObservationReply } from '../../src/worker/protocol/search.ts'
import { type Listed, loadTruth, type Truth } from './data.ts'
import { makeSearch, rawPieces, type Search } from './raw-bm25.ts'
import { findStoredProjects } from './stored-projects.ts'

/** As in the script: of a hit only this much counts. */
const READ_CHARACTERS = 1500
const LOOKED_AT = 5
const APP = resolve(import.meta.dirname, '../..')

export type Scope = 'project' | 'global'

/** To one question. */
export interface Answer {
  first: boolean
  five: boolean
  /** Of the five together, by a quarter of their characters. */
  tokens: number
}

export type Answers = Record<Scope, Answer[]>

/** `store`: the folder whose `home` and `data` the script used. */
export async function askOurs(store: string): Promise<Answers> {
  const questions = loadQuestions()
  cli(store, 'start')
  try {
    const projectOf = await findStoredProjects((path) => get<ObservationReply>(store, path))
    const answers: Answers = { project: [], global: [] }
    for (const question of questions) {
      const project = projectOf.get(question.session)
      // A session without memories has no project to search.
      const inside = project === undefined ? [] : await search(store, { query: question.ask, project })
      answers.project.push(answerOf(question, inside))
      answers.global.push(answerOf(question, await search(store, { query: question.ask })))
    }
    return answers
  } finally {
    cli(store, 'stop')
  }
}

/** `folder` holds the transcripts as the list names them. */
export function askRaw(folder: string, listed: readonly Listed[]): Answers {
  const pieces = rawPieces(folder, listed)
  const everywhere = makeSearch(pieces)
  const inside = new Map([...Map.groupBy(pieces, ({ cwd }) => cwd)].map(([cwd, own]) => [cwd, makeSearch(own)]))
  const cwdOf = new Map(listed.map(({ session, cwd }) => [session, cwd]))
  const ask = (question: Question, of: Search | undefined) =>
    answerOf(question, of?.(question.ask, LOOKED_AT).map(({ text }) => text) ?? [])
  const questions = loadQuestions()
  return {
    project: questions.map((one) => ask(one, inside.get(cwdOf.get(one.session) ?? ''))),
    global: questions.map((one) => ask(one, everywhere)),
  }
}

type Question = Truth & { ask: string }

function loadQuestions(): Question[] {
  return loadTruth().flatMap((one) =>
    one.kind === 'question' && one.ask !== undefined ? [{ ...one, ask: one.ask }] : [],
  )
}

function answerOf(question: Question, texts: string[]): Answer {
  const hits = texts.map((text) => new RegExp(question.strict, 'is').test(text))
  return { first: hits[0] ?? false, five: hits.includes(true), tokens: Math.round(texts.join(' ').length / 4) }
}

async function search(store: string, by: { query: string; project?: string }): Promise<string[]> {
  const asked = new URLSearchParams({ ...by, limit: String(LOOKED_AT), format: 'full' })
  const { results } = await get<AnyReply>(store, `/api/search?${asked}`)
  return results.map(textOf)
}

/** In the script's order of fields. */
const FIELDS = [
  ...['passage', 'title', 'subtitle', 'narrative', 'request', 'completed', 'learned', 'investigated', 'next_steps'],
  ...['notes', 'prompt_text', 'text', 'facts'],
]

function textOf(row: AnyReply['results'][number]): string {
  const fields = row as unknown as Record<string, string | string[] | null | undefined> // rows of several kinds
  const parts = FIELDS.flatMap((name) => fields[name] ?? []).filter((part) => part !== '')
  return parts.join('. ').replace(/\s+/g, ' ').slice(0, READ_CHARACTERS)
}

async function get<Reply>(store: string, path: string): Promise<Reply> {
  const [port] = readFileSync(join(store, 'data/port'), 'utf8').split(' ')
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Reply // our own answer
}

function cli(store: string, command: string): void {
  const env = { PATH: process.env.PATH, HOME: join(store, 'home'), CLAUDE_MEM_DATA_DIR: join(store, 'data') }
  const run = spawnSync(process.execPath, [join(APP, 'bin/claude-mem.mjs'), command], { env, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`${command} failed: ${run.stderr || run.stdout}`)
}
