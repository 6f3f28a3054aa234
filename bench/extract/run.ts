/**
 * How good is the local extractor on real sessions? `node bench/extract/run.ts [--check]` prints the figures, writes
 * bench/results/extract.json with 30 observations to read, and with --check exits 1 when a required figure is missed.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extract } from '../../src/synthesis/extract.ts'
import type { HostCall } from '../trajectories/host-call.ts'
import { loadTrajectories, rootOf, toEvents, toHostCalls } from '../trajectories/load.ts'
import { callsOf, labelTitles, measureCoverage, type Told, textOf } from './measure.ts'
import { measureRetrieval } from './retrieval.ts'
import { STOP_WORDS, wordsOf } from './words.ts'

const REQUIRED = { coverage: 0.9, perTenLow: 1, perTenHigh: 3, labels: 0, retrievalShare: 0.9 }
const SAMPLE = 30
const SEED = 20260105

const { runs, measured, note } = loadTrajectories()
console.log(note)

const told: Told[] = runs.map((run, index) => {
  const root = rootOf(run)
  const { observations } = extract(toEvents(run), { sessionId: run.session_id, root })
  return { runId: `${index}:${run.session_id}`, root, calls: toHostCalls(run), observations }
})

const coverage = measureCoverage(told)
const labels = labelTitles(told)
const calls = told.reduce((sum, run) => sum + callsOf(run), 0)
const observations = told.reduce((sum, run) => sum + run.observations.length, 0)
const perRun = told.map((run) => (10 * run.observations.length) / Math.max(1, callsOf(run))).sort((a, b) => a - b)
const at = (share: number) =>
  Number((perRun[Math.min(perRun.length - 1, Math.floor(share * perRun.length))] ?? 0).toFixed(2))

const queries = told.map((run) => ({ runId: run.runId, prompt: firstRealPrompt(run.calls) }))
const ours = measureRetrieval(
  queries,
  told.flatMap((run) => run.observations.map((one) => ({ runId: run.runId, text: textOf(one) }))),
)
const baseline = measureRetrieval(
  queries,
  told.map((run) => ({ runId: run.runId, text: rawText(run.calls) })),
)

const figures = {
  coverage: round(coverage.covered / Math.max(1, coverage.files)),
  coverageBySymbol: round(coverage.bySymbol / Math.max(1, coverage.files)),
  coverageByReason: round(coverage.byReason / Math.max(1, coverage.files)),
  editedFiles: coverage.files,
  observations,
  calls,
  perTenCalls: round((10 * observations) / Math.max(1, calls)),
  perTenSpread: { min: at(0), p10: at(0.1), median: at(0.5), p90: at(0.9), max: at(1) },
  labelTitles: labels.length,
  retrievalHitAt5: round(ours.hitAt5 / ours.queries),
  retrievalHitAt1: round(ours.hitAt1 / ours.queries),
  baselineHitAt5: round(baseline.hitAt5 / baseline.queries),
  baselineHitAt1: round(baseline.hitAt1 / baseline.queries),
  eventsPerSecond: Math.round(eventsPerSecond()),
}
const failures = [
  figures.coverage < REQUIRED.coverage ? `edited files covered ${figures.coverage} < ${REQUIRED.coverage}` : '',
  figures.perTenCalls < REQUIRED.perTenLow || figures.perTenCalls > REQUIRED.perTenHigh
    ? `observations per 10 calls ${figures.perTenCalls} outside ${REQUIRED.perTenLow}–${REQUIRED.perTenHigh}`
    : '',
  labels.length > REQUIRED.labels ? `label titles: ${labels.slice(0, 5).join(' | ')}` : '',
  ours.hitAt5 < REQUIRED.retrievalShare * baseline.hitAt5
    ? `retrieval ${figures.retrievalHitAt5} < ${REQUIRED.retrievalShare} × ${figures.baselineHitAt5}`
    : '',
].filter((failure) => failure !== '')

console.table({
  'edited files covered': { measured: figures.coverage, required: `≥ ${REQUIRED.coverage}` },
  '  by a changed symbol': { measured: figures.coverageBySymbol, required: '' },
  '  by the reason': { measured: figures.coverageByReason, required: '' },
  'observations per 10 calls': { measured: figures.perTenCalls, required: '1–3' },
  'label titles': { measured: figures.labelTitles, required: '0' },
  'retrieval hit@5': { measured: figures.retrievalHitAt5, required: `≥ ${REQUIRED.retrievalShare} × baseline` },
  '  baseline hit@5': { measured: figures.baselineHitAt5, required: '' },
  'retrieval hit@1': { measured: figures.retrievalHitAt1, required: '' },
  '  baseline hit@1': { measured: figures.baselineHitAt1, required: '' },
  'events per second': { measured: figures.eventsPerSecond, required: '' },
})
console.log('per 10 calls, by run:', figures.perTenSpread)
if (process.argv.includes('--missed'))
  console.log({ uncovered: coverage.missed, notFound: ours.missed, baselineNotFound: baseline.missed })

if (measured) {
  const folder = join(import.meta.dirname, '../results')
  mkdirSync(folder, { recursive: true })
  const rules = {
    symbol:
      'a name defined on a changed or context line of the raw patch stands in title, subtitle, narrative or facts (paths do not count)',
    reason:
      'five words in a row, three of them not stop words, stand in title, subtitle or narrative and in the run’s prompts or assistant texts',
    query:
      'the run’s first prompt with three or more content words; quotations of six or more words are removed from every document first',
  }
  writeFileSync(
    join(folder, 'extract.json'),
    `${JSON.stringify({ figures, required: REQUIRED, rules, sample: sample(told) }, null, 2)}\n`,
  )
}
if (measured) for (const failure of failures) console.log(`MISSED: ${failure}`)
if (process.argv.includes('--check')) {
  if (!measured) console.log('Figures were not checked: BENCH_DATA is missing.')
  process.exitCode = measured && failures.length > 0 ? 1 : 0
}

function firstRealPrompt(all: readonly HostCall[]): string {
  const prompts = all.flatMap((call) => (call.kind === 'prompt' ? [call.text] : []))
  return (
    prompts.find((text) => new Set(wordsOf(text).filter((word) => !STOP_WORDS.has(word))).size >= 3) ?? prompts[0] ?? ''
  )
}

/** The commands as typed and the patches as text: what a run leaves behind without any distilling. */
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

/** Extraction alone, the best of three passes: the first one also compiles. */
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

function round(value: number): number {
  return Number(value.toFixed(3))
}
