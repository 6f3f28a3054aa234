/**
 * The read gate: what it saves or costs over real sessions, and how long it takes. `npm run bench:gate [-- --check]`: with
 * --check a missed figure is exit code 1. Writes bench/results/gate.json; `--sizes 1k,10k` tries other sizes and writes nothing.
 */
import { parseArgs } from 'node:util'
import { makePlace, removePlace } from '../../test/support/place.ts'
import { stopWorker } from '../../test/support/worker.ts'
import { quantile, renderTable } from '../figures.ts'
import type { Figure } from '../hooks/measure.ts'
import { atMost, CHECK, conclude, type Need } from '../outcome.ts'
import { hasSessions } from '../sessions/data.ts'
import { readSizes, sizeName } from '../sizes.ts'
import { loadTrajectories } from '../trajectories/load.ts'
import { askByFile, openSized, runGateHooks, type SizedFolder, writeFiles } from './latency.ts'
import { CREDIT_TOKENS, type ProjectRow, playSessions, toRows } from './projects.ts'
import { type Accuracy, accuracyOf, loadRecord } from './sessions.ts'
import { assumptions, replayRuns } from './tokens.ts'

const { values: asked } = parseArgs({ options: { ...CHECK, sizes: { type: 'string' } } })
const SIZES = asked.sizes ? readSizes(asked.sizes) : [1000, 100_000, 1_000_000]

const { runs, measured, note } = loadTrajectories()
console.log(note)
const tokens = assumptions(replayRuns(runs))
printTokens()
const record = hasSessions() ? await playRecord() : undefined
if (record) printRecord(record)

const base = makePlace()
const folders: SizedFolder[] = []
try {
  writeFiles(base)
  for (const size of SIZES) {
    console.log(`Filling a memory with ${size.toLocaleString('en-US')} observations …`)
    folders.push(await openSized(base, size))
  }
  console.log('Asking …')
  const byFile = await askByFile(folders)
  const hooks = await runGateHooks(base, folders)
  show(byFile, hooks)
} finally {
  for (const { place } of folders) await stopWorker(place)
  removePlace(base)
}

function show(byFile: Awaited<ReturnType<typeof askByFile>>, hooks: Record<string, Figure>): void {
  const node = hooks['node -e 0']?.wallMs ?? Number.NaN
  const figures = Object.entries(hooks).map(([name, figure]) => ({ name, ...figure, ofNode: figure.wallMs / node }))
  const wall = (name: string) => figures.find((one) => one.name === name)?.wallMs ?? Number.NaN
  const [few, most] = [SIZES[0] ?? 0, SIZES.at(-1) ?? 0]
  const required = [
    ...(record ? needsOf(record) : []),
    atMost(
      `by-file, ${sizeName(most)} against ${sizeName(few)}`,
      (byFile.at(-1)?.medianMs ?? Number.NaN) / (byFile[0]?.medianMs ?? 0),
      2,
    ),
    atMost('hook on a known file, of node -e 0', wall(`known file, ${sizeName(few)}`) / node, 0.7),
    atMost(
      `hook on a known file, ${sizeName(most)} against ${sizeName(few)}`,
      wall(`known file, ${sizeName(most)}`) / wall(`known file, ${sizeName(few)}`),
      1.5,
    ),
    atMost(
      'answers that were not what they must be',
      figures.reduce((sum, one) => sum + one.wrong, 0),
      0,
    ),
  ]
  for (const one of byFile) {
    console.log(
      `by-file, ${sizeName(one.observations).padEnd(5)} ${one.medianMs.toFixed(2)} ms median, ${one.p95Ms.toFixed(2)} ms p95`,
    )
  }
  for (const one of figures) {
    console.log(
      `${one.name.padEnd(24)} ${one.wallMs.toFixed(1)} ms, p90 ${one.p90Ms.toFixed(1)}, ${one.ofNode.toFixed(2)} of node`,
    )
  }
  conclude('gate', {
    report: { record, trajectories: { measured, ...tokens }, byFile, hooks: figures },
    required,
    whole: measured && record !== undefined && asked.sizes === undefined,
    check: asked.check,
  })
}

function printTokens(): void {
  const { runs: counted, leftOut, reads, readTokens, touched, gated, gatedTokens, modes } = tokens
  const count = (value: number) => value.toLocaleString('en-US')
  console.log(
    `${counted} runs (${leftOut} without a line of any file left out): ${reads} reads, ~${count(readTokens)} tokens`,
  )
  console.log(
    `whole reads of files an earlier run touched: ${touched}; memory has a note on ${gated} of them (~${count(gatedTokens)} tokens)`,
  )
  for (const one of modes) {
    console.log(
      `${one.mode.padEnd(7)} ${one.assumption.padEnd(48)} ${count(one.tokens).padStart(9)} tokens  ${(one.change * 100).toFixed(2).padStart(6)} %  (of the gated reads ${(one.changeOfGated * 100).toFixed(0)} %)`,
    )
  }
}

interface PlayedRecord {
  accuracy: Accuracy
  projects: ProjectRow[]
  /** Of reads a refusal would make cheaper: how many the session edits later, its context, the file, the refusal. */
  refusable: { reads: number; edited: number; medianContext: number; medianFile: number; medianTold: number }
}

async function playRecord(): Promise<PlayedRecord> {
  const sessions = await loadRecord()
  const played = await playSessions(sessions)
  const refusable = played.flatMap(({ known }) => known.filter(({ cheaper }) => cheaper))
  const median = (values: (number | undefined)[]) =>
    quantile(
      values.filter((value) => value !== undefined),
      0.5,
    )
  return {
    accuracy: accuracyOf(sessions.flatMap(({ steps }) => steps)),
    projects: toRows(played),
    refusable: {
      reads: refusable.length,
      edited: refusable.filter(({ edited }) => edited).length,
      medianContext: median(refusable.map(({ givenTokens }) => givenTokens)),
      medianFile: median(refusable.map(({ fileTokens }) => fileTokens)),
      medianTold: median(refusable.map(({ toldTokens }) => toldTokens)),
    },
  }
}

/** By default no project loses; on credit none loses more than the credit, even if every refused file is read again. */
function needsOf({ accuracy, projects }: PlayedRecord): Need[] {
  const worst = (of: (one: ProjectRow) => number) => Math.max(...projects.map(of))
  return [
    atMost(
      'tokens a project loses by default, every refused file read again',
      worst((one) => one.earn.again.tokens),
      0,
    ),
    atMost(
      `the same beyond the ${CREDIT_TOKENS} it had earned before`,
      worst((one) => one.earnOnCredit.again.tokens - CREDIT_TOKENS),
      0,
    ),
    atMost('median error of the tokens of a read', accuracy.medianError, 0.1),
  ]
}

function printRecord({ accuracy, projects, refusable }: PlayedRecord): void {
  const count = (value: number) => value.toLocaleString('en-US')
  const more = (value: number) => (value > 0 ? `+${count(value)}` : count(value))
  const rows = projects.map((one) => [
    one.project,
    ...[one.sessions, one.wholeReads, one.readTokens, one.known, one.same, one.cheaper, one.cheaperEdited].map(count),
    more(one.before.again.tokens),
    ...[one.deny.again, one.deny.edited, one.deny.none, one.earn.again].map(({ tokens: value }) => more(value)),
    `${one.earnOnCredit.again.refused}: ${more(one.earnOnCredit.again.tokens)}`,
    `${one.earnOnCredit.none.refused}: ${more(one.earnOnCredit.none.tokens)}`,
  ])
  const head = `project|sessions|whole reads|tokens read|known|unchanged|half as dear|edited later|before, all again|deny, all again|deny, edited again|deny, none again|earn, all again|on credit, all again|on credit, none again`
  console.log(`\nReal sessions; tokens more or less than without a gate:\n${renderTable(head.split('|'), rows)}`)
  const { reads, edited, medianContext, medianFile, medianTold } = refusable
  console.log(
    `${reads} reads could be refused; the session edits ${edited} of these files later. Medians: file ${count(medianFile)} tokens, refusal ${medianTold}, context ${count(medianContext)}.`,
  )
  console.log(
    `tokens of a read against what was charged, ${accuracy.reads} reads: median error ${(accuracy.medianError * 100).toFixed(1)} %, of bytes / 3.5 ${(accuracy.medianErrorOfBytes * 100).toFixed(1)} %\n`,
  )
}
