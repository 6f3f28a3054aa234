/**
 * The read gate: what it saves or costs over real sessions, and how long it takes. `npm run bench:gate [-- --check]`: with
 * --check a missed figure is exit code 1. Writes bench/results/gate.json; `--sizes 1k,10k` tries other sizes and writes nothing.
 */
import { parseArgs } from 'node:util'
import { makePlace, removePlace } from '../../test/support/place.ts'
import { stopWorker } from '../../test/support/worker.ts'
import type { Figure } from '../hooks/measure.ts'
import { atMost, CHECK, conclude } from '../outcome.ts'
import { readSizes, sizeName } from '../sizes.ts'
import { loadTrajectories } from '../trajectories/load.ts'
import { askByFile, openSized, runGateHooks, type SizedFolder, writeFiles } from './latency.ts'
import { assumptions, replayRuns } from './tokens.ts'

const { values: asked } = parseArgs({ options: { ...CHECK, sizes: { type: 'string' } } })
const SIZES = asked.sizes ? readSizes(asked.sizes) : [1000, 100_000, 1_000_000]

const { runs, measured, note } = loadTrajectories()
console.log(note)
const tokens = assumptions(replayRuns(runs))
printTokens()

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
    report: { trajectories: { measured, ...tokens }, byFile, hooks: figures },
    required,
    whole: measured && asked.sizes === undefined,
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
