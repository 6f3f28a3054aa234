/**
 * What claude-mem makes of real sessions, against what careful readers wrote down beforehand: `npm run bench:sessions
 * [-- --check]`. Wraps the measuring script that lies beside the data; it goes through public doors only. Beside its
 * figures stand those of a model that has not seen the repository it is measured on.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { quantile, round } from '../figures.ts'
import { atLeast, atMost, CHECK, conclude } from '../outcome.ts'
import { hasSessions, loadSessions, SESSIONS } from './data.ts'
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

/** What the script writes, as far as it is kept: figures only, because what was missed quotes the sessions. */
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
  const measured = measure()
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
    untrue: untrue.told,
    starts: { told: start.told, tokens: start.tokens },
    unseen: kept,
  }
  console.log(
    `\ntrained without the repository measured: things ${kept.unseen.all}, the same way trained on all: ${kept.seen.all}`,
  )
  conclude('sessions', {
    report,
    whole: asked.only === undefined,
    check: asked.check,
    required: [
      atLeast('things kept, all', things.either, 0.8),
      ...['decision', 'cause', 'preference'].map((name) => atLeast(`things kept, ${name}`, classOf(name), 0.75)),
      ...['open', 'howto'].map((name) => atLeast(`things kept, ${name}`, classOf(name), 0.6)),
      atLeast('questions in the project, answer@1', questions.project.answerAt1, 0.5),
      atLeast('questions in the project, answer@5', questions.project.answerAt5, 0.75),
      atMost('untrue told as true', untrue.told, 0.12),
      atLeast('starts that told what was needed', start.told, 0.65),
      atMost('tokens of a start', start.tokens, 2000),
      atMost('characters of a memory, median', measured.medianCharacters, 1100),
      atLeast('memories a session, median', perSession, 3),
      atMost('memories a session, median', perSession, 9),
      atMost('same title', measured.sameTitle, 0.01),
      atLeast('events imported a second', perSecond, 300),
    ],
  })
}

function measure(): Measured {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sessions-'))
  try {
    const out = join(folder, 'out.json')
    const flags = Object.entries({ sample: asked.sample, seed: asked.seed, only: asked.only }).flatMap(
      ([name, value]) => (value === undefined ? [] : [`--${name}`, value]),
    )
    const app = resolve(import.meta.dirname, '../..')
    const run = spawnSync(process.execPath, [join(SESSIONS, 'run.mjs'), '--app', app, '--out', out, ...flags], {
      stdio: 'inherit',
    })
    if (run.status !== 0) throw new Error('The measuring script failed.')
    return JSON.parse(readFileSync(out, 'utf8')) as Measured // its own report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function figuresOf(measured: Measured) {
  const { sessions, observations, perSession, medianCharacters, sameTitle, summaries, withNextSteps, importSeconds } =
    measured
  return { sessions, observations, perSession, medianCharacters, sameTitle, summaries, withNextSteps, importSeconds }
}

/** In this process, without an index: what the memories and summaries of each session hold. */
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
