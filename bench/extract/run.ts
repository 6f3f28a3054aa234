/**
 * How good is the local extractor on real sessions? `node bench/extract/run.ts [--check]` prints the figures and writes
 * bench/results/extract.json with 30 observations to read; with --check a missed figure is exit code 1. `--missed` also
 * lists what was not found.
 */
import { parseArgs } from 'node:util'
import { extract } from '../../src/synthesis/extract.ts'
import { quantile, round } from '../figures.ts'
import { atLeast, atMost, CHECK, conclude } from '../outcome.ts'
import { toEvents } from '../trajectories/events.ts'
import type { HostCall } from '../trajectories/host-call.ts'
import { loadTrajectories, rootOf, toHostCalls } from '../trajectories/load.ts'
import { callsOf, labelTitles, type Told, textOf } from './measure.ts'
import { measureRetrieval } from './retrieval.ts'
import { STOP_WORDS, wordsOf } from './words.ts'

// 0.85: distilled words find the work nearly as often as all of its own text, in a fraction of the room
const REQUIRED = { labels: 0, retrievalShare: 0.85 }
const SAMPLE = 30
const SEED = 20260105
const RULES = {
  query:
    'the run’s first prompt with three or more content words; quotations of six or more words are removed from every document first',
  baseline: 'a run’s commands and patches as one document, cleaned and asked the same way',
}

const { values: asked } = parseArgs({ options: { ...CHECK, missed: { type: 'boolean' } } })
const { runs, measured, note } = loadTrajectories()
console.log(note)

const told: Told[] = runs.map((run, index) => {
  const root = rootOf(run)
  const { observations } = extract(toEvents(run), { sessionId: run.session_id, root })
  return { runId: `${index}:${run.session_id}`, calls: toHostCalls(run), observations }
})

const labels = labelTitles(told)
const calls = told.reduce((sum, run) => sum + callsOf(run), 0)
const observations = told.reduce((sum, run) => sum + run.observations.length, 0)
const perRun = told.map((run) => (10 * run.observations.length) / Math.max(1, callsOf(run)))
const at = (share: number) => round(quantile(perRun, share), 2)

const queries = told.map((run) => ({ runId: run.runId, prompt: firstRealPrompt(run.calls) }))
const ours = measureRetrieval(
  queries,
  told.flatMap((run) => run.observations.map((one) => ({ runId: run.runId, text: textOf(one) }))),
)
const baseline = measureRetrieval(
  queries,
  told.map((run) => ({ runId: run.runId, text: rawText(run.calls) })),
)

const share = (value: number) => round(value, 3)
const figures = {
  runsWithout: told.filter((run) => run.observations.length === 0).length,
  observations,
  calls,
  perTenCalls: share((10 * observations) / Math.max(1, calls)),
  perTenSpread: { min: at(0), p10: at(0.1), median: at(0.5), p90: at(0.9), max: at(1) },
  labelTitles: labels.length,
  retrievalHitAt5: share(ours.hitAt5 / ours.queries),
  retrievalHitAt1: share(ours.hitAt1 / ours.queries),
  baselineHitAt5: share(baseline.hitAt5 / baseline.queries),
  baselineHitAt1: share(baseline.hitAt1 / baseline.queries),
  eventsPerSecond: Math.round(eventsPerSecond()),
}

console.table({
  observations: figures.observations,
  'runs that left none': figures.runsWithout,
  'observations per 10 calls': figures.perTenCalls,
  'label titles': figures.labelTitles,
  'retrieval hit@5': figures.retrievalHitAt5,
  '  baseline hit@5': figures.baselineHitAt5,
  'retrieval hit@1': figures.retrievalHitAt1,
  '  baseline hit@1': figures.baselineHitAt1,
  'events per second': figures.eventsPerSecond,
})
console.log('per 10 calls, by run:', figures.perTenSpread)
if (asked.missed) console.log({ notFound: ours.missed, baselineNotFound: baseline.missed })
if (labels.length > 0) console.log('label titles:', labels.slice(0, 5))

if (measured) {
  conclude('extract', {
    report: { figures, rules: RULES, sample: sample(told) },
    required: [
      atMost('label titles', labels.length, REQUIRED.labels),
      atLeast('retrieval hit@5, of the baseline', ours.hitAt5 / baseline.hitAt5, REQUIRED.retrievalShare),
    ],
    whole: true,
    check: asked.check,
  })
} else console.log('Nothing was kept or checked: BENCH_DATA is missing.')

function firstRealPrompt(all: readonly HostCall[]): string {
  const prompts = all.flatMap((call) => (call.kind === 'prompt' ? [call.text] : []))
  return (
    prompts.find((text) => new Set(wordsOf(text).filter((word) => !STOP_WORDS.has(word))).size >= 3) ?? prompts[0] ?? ''
  )
}

/** The commands as typed and the patches as text: what a run leaves behind without distilling. */
function rawText(all: readonly HostCall[]): string {
  return all
    .flatMap((call) => {
      if (call.kind !== 'tool') return []
      const { command, file_path, pattern, content, old_string, new_string } = call.tool_input
      return [command, file_path, pattern, content, old_string, new_string].filter((part) => typeof part === 'string')
    })
    .join('\n')
}

function sample(all: readonly Told[]): object[] {
  const pool = all.flatMap((run) => run.observations.map((one) => ({ run: run.runId, ...one })))
  let state = SEED
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const picked: object[] = []
  while (picked.length < SAMPLE && pool.length > 0) picked.push(...pool.splice(Math.floor(next() * pool.length), 1))
  return picked
}

/** Extraction only, the best of three passes: the first one also compiles. */
function eventsPerSecond(): number {
  const sessions = runs.map((run) => ({ events: toEvents(run), by: { sessionId: run.session_id, root: rootOf(run) } }))
  const total = sessions.reduce((sum, session) => sum + session.events.length, 0)
  const passes = [1, 2, 3].map(() => {
    const started = performance.now()
    for (const session of sessions) extract(session.events, session.by)
    return performance.now() - started
  })
  return total / (Math.min(...passes) / 1000)
}
