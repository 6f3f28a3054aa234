/**
 * What claude-mem makes of real sessions, compared with what careful readers wrote down beforehand: `npm run
 * bench:sessions [-- --check]`. Wraps the measuring script beside the data, which uses only public interfaces. Also
 * reports the figures of a model that has not seen the repository it is measured on, and how BM25 over the raw texts
 * answers the same questions.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { quantile, renderTable, round } from '../figures.ts'
import { atLeast, atMost, CHECK, conclude } from '../outcome.ts'
import { hasSessions, loadSessions, SESSIONS, withTranscripts } from './data.ts'
import { comparePaired } from './paired.ts'
import { type Answer, type Answers, askOurs, askRaw, type Scope } from './questions.ts'
import { type Kept, keptThings } from './things.ts'
import { examplesOf, train } from './training.ts'

const { values: asked } = parseArgs({
  options: { ...CHECK, sample: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
})

interface Share {
  n: number
  observations: number
  summary: number
  either: number
  eitherLoose: number
}

/** The part of the script's output that is saved: figures only, because what was missed quotes the sessions. */
interface Measured {
  sessions: number
  observations: number
  perSession: number
  medianCharacters: number
  sameTitle: number
  summaries: number
  withNextSteps: number
  importSeconds: number
  things: Share & { byClass: Record<string, Share> }
  questions: Record<
    'project' | 'global' | 'everyKind',
    { n: number; answerAt1: number; answerAt5: number; tokensAt5: number }
  >
  untrue: { n: number; told: number }
  start: { n: number; told: number; tokens: number }
}

if (hasSessions()) {
  const { measured, ours } = await measure()
  const raw = await withTranscripts(async (folder, listed) => askRaw(folder, listed))
  const against = { project: compare(ours, raw, 'project'), global: compare(ours, raw, 'global') }
  const { kept, perSession, events } = await crossValidated()
  const perSecond = round(events / measured.importSeconds, 0)
  const { things, questions, untrue, start } = measured
  const classOf = (name: string) => things.byClass[name]?.either ?? 0
  const report = {
    ...figuresOf(measured),
    memoriesPerSessionMedian: perSession,
    eventsPerSecond: perSecond,
    things: {
      all: things.either,
      byClass: Object.fromEntries(Object.keys(things.byClass).map((name) => [name, classOf(name)])),
    },
    questions: {
      project: [questions.project.answerAt1, questions.project.answerAt5],
      global: [questions.global.answerAt1, questions.global.answerAt5],
      everyKind: [questions.everyKind.answerAt1, questions.everyKind.answerAt5],
    },
    oneSearch: against,
    untrue: untrue.told,
    starts: { told: start.told, tokens: start.tokens },
    unseen: kept,
  }
  console.log(
    `\ntrained without the repository measured: things ${kept.unseen.all}, the same way trained on all: ${kept.seen.all}`,
  )
  console.log(`\nThe one search beside BM25 over pieces of the raw texts, ${ours.project.length} questions:`)
  console.log(renderTable(['', 'answer@1', 'answer@5', 'tokens of five'], rowsOf(against)))
  console.log(`\n${renderGoals(measured, against.global.ours.at5)}`)
  conclude('sessions', {
    report,
    whole: asked.only === undefined,
    check: asked.check,
    required: [
      atLeast('things kept, all', things.either, 0.8),
      ...['decision', 'cause', 'preference'].map((name) => atLeast(`things kept, ${name}`, classOf(name), 0.75)),
      ...['open', 'howto'].map((name) => atLeast(`things kept, ${name}`, classOf(name), 0.6)),
      atLeast('memories alone, in the project, answer@1', questions.project.answerAt1, 0.5),
      atLeast('memories alone, in the project, answer@5', questions.project.answerAt5, 0.75),
      atLeast('one search, in the project, answer@1', questions.everyKind.answerAt1, 0.6),
      atLeast('one search, in the project, answer@5', questions.everyKind.answerAt5, 0.85),
      atMost('one search, in the project, tokens of five', questions.everyKind.tokensAt5, 2000),
      atLeast('one search, everywhere, answer@5', against.global.ours.at5, 0.75),
      atMost('p of being ahead of raw BM25 by chance, answer@1', chanceOf(against.project, 'at1'), 0.01),
      atMost('p of being ahead of raw BM25 by chance, answer@5', chanceOf(against.project, 'at5'), 0.01),
      // 0.082: the share of a release before the search over everything.
      atMost('untrue told as true', untrue.told, 0.082),
      atLeast('starts that told what was needed', start.told, 0.75),
      atMost('tokens of a start, mean', start.tokens, 1500),
      atMost('characters of a memory, median', measured.medianCharacters, 1100),
      atLeast('memories a session, median', perSession, 3),
      atMost('memories a session, median', perSession, 9),
      atMost('same title', measured.sameTitle, 0.01),
      atLeast('events imported a second', perSecond, 300),
    ],
  })
}

/** The script's figures, and our answers to each question from the store it made. */
async function measure(): Promise<{ measured: Measured; ours: Answers }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sessions-'))
  try {
    const out = join(folder, 'out.json')
    const flags = Object.entries({
      sample: asked.sample,
      seed: asked.seed,
      only: asked.only,
      keep: folder,
      out,
    }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]))
    const app = resolve(import.meta.dirname, '../..')
    const run = spawnSync(process.execPath, [join(SESSIONS, 'run.mjs'), '--app', app, ...flags], { stdio: 'inherit' })
    if (run.status !== 0) throw new Error('The measuring script failed.')
    const kept = readdirSync(folder).find((name) => name.startsWith('sessions-bench-')) ?? ''
    const measured = JSON.parse(readFileSync(out, 'utf8')) as Measured // its own report
    return { measured, ours: await askOurs(join(folder, kept, 'main')) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Shares {
  at1: number
  at5: number
  tokens: number
}

/** Both searches on the same questions, and how often chance alone would separate them this far. */
interface Against {
  ours: Shares
  raw: Shares
  p: { at1: number; at5: number }
}

function compare(ours: Answers, raw: Answers, scope: Scope): Against {
  const p = (what: 'first' | 'five') =>
    comparePaired(
      ours[scope].map((one) => one[what]),
      raw[scope].map((one) => one[what]),
    ).p
  return {
    ours: sharesOf(ours[scope]),
    raw: sharesOf(raw[scope]),
    p: { at1: Number(p('first').toPrecision(2)), at5: Number(p('five').toPrecision(2)) },
  }
}

function sharesOf(answers: readonly Answer[]): Shares {
  const share = (what: 'first' | 'five') => round(answers.filter((one) => one[what]).length / answers.length, 3)
  const tokens = answers.reduce((sum, one) => sum + one.tokens, 0) / answers.length
  return { at1: share('first'), at5: share('five'), tokens: Math.round(tokens) }
}

/** 1 if we are not ahead at all. */
function chanceOf({ ours, raw, p }: Against, at: 'at1' | 'at5'): number {
  return ours[at] > raw[at] ? p[at] : 1
}

function rowsOf(against: Record<Scope, Against>): string[][] {
  return Object.entries(against).flatMap(([scope, { ours, raw, p }]) => {
    const row = (name: string, { at1, at5, tokens }: Shares) => [`${scope}, ${name}`, `${at1}`, `${at5}`, `${tokens}`]
    return [row('ours', ours), row('raw BM25', raw), [`${scope}, p (McNemar, exact)`, `${p.at1}`, `${p.at5}`, '']]
  })
}

/** Beyond what is required. */
function renderGoals({ questions, start }: Measured, globalAt5: number): string {
  const goals: [string, number, number][] = [
    ['one search, in the project, answer@1', questions.everyKind.answerAt1, 0.75],
    ['one search, in the project, answer@5', questions.everyKind.answerAt5, 0.94],
    ['one search, everywhere, answer@5', globalAt5, 0.88],
    ['starts that told what was needed', start.told, 0.9],
  ]
  const rows = goals.map(([name, value, goal]) => [name, `${value}`, `${goal}`, `${round(value - goal, 3)}`])
  return renderTable(['goal', 'measured', 'goal', 'to goal'], rows)
}

function figuresOf(measured: Measured) {
  const { sessions, observations, perSession, medianCharacters, sameTitle, summaries, withNextSteps, importSeconds } =
    measured
  return { sessions, observations, perSession, medianCharacters, sameTitle, summaries, withNextSteps, importSeconds }
}

/** In this process, without an index: what each session's memories and summaries contain. */
async function crossValidated(): Promise<{ kept: { unseen: Kept; seen: Kept }; perSession: number; events: number }> {
  const { sessions, truth } = await loadSessions()
  const examples = examplesOf(sessions, truth)
  const repositories = [...new Set(sessions.map(({ repository }) => repository))]
  const learned = new Map(
    repositories.map((name) => [name, train(examples.filter(({ repository }) => repository !== name))] as const),
  )
  const seen = keptThings(sessions, truth, () => undefined)
  const unseen = keptThings(sessions, truth, ({ repository }) => learned.get(repository))
  return {
    kept: { unseen: unseen.kept, seen: seen.kept },
    perSession: quantile(seen.perSession, 0.5),
    events: sessions.reduce((sum, one) => sum + one.events.length, 0),
  }
}
