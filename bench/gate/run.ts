/**
 * The read gate: what it saves or costs over real sessions, and how long it takes. `npm run bench:gate [-- --check]`: with
 * --check a missed figure is exit code 1. Writes bench/results/gate.json; `--rows 1000,10000` tries other sizes and writes nothing.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import { makePlace, PROJECT_ROOT, removePlace } from '../../test/support/place.ts'
import { stopWorker } from '../../test/support/worker.ts'
import type { Figure } from '../hooks/measure.ts'
import { loadTrajectories } from '../trajectories/load.ts'
import { askByFile, label, openSized, runGateHooks, type SizedFolder, writeFiles } from './latency.ts'
import { assumptions, replayRuns } from './tokens.ts'

const rows = process.argv[process.argv.indexOf('--rows') + 1]
const DEFAULT_SIZES = [1000, 100_000, 1_000_000]
const SIZES = process.argv.includes('--rows') && rows ? rows.split(',').map(Number) : DEFAULT_SIZES

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
  conclude(byFile, hooks)
} finally {
  for (const { place } of folders) await stopWorker(place)
  removePlace(base)
}

function conclude(byFile: Awaited<ReturnType<typeof askByFile>>, hooks: Record<string, Figure>): void {
  const node = hooks['node -e 0']?.wallMs ?? Number.NaN
  const figures = Object.entries(hooks).map(([name, figure]) => ({ name, ...figure, ofNode: figure.wallMs / node }))
  const wall = (name: string) => figures.find((one) => one.name === name)?.wallMs ?? Number.NaN
  const [few, most] = [SIZES[0] ?? 0, SIZES.at(-1) ?? 0]
  const required = [
    need(
      `by-file, ${label(most)} against ${label(few)}`,
      (byFile.at(-1)?.medianMs ?? Number.NaN) / (byFile[0]?.medianMs ?? 0),
      2,
    ),
    need('hook on a known file, of node -e 0', wall(`known file, ${label(few)}`) / node, 0.7),
    need(
      `hook on a known file, ${label(most)} against ${label(few)}`,
      wall(`known file, ${label(most)}`) / wall(`known file, ${label(few)}`),
      1.5,
    ),
    need(
      'answers that were not what they must be',
      figures.reduce((sum, one) => sum + one.wrong, 0),
      0,
    ),
  ]
  for (const one of byFile) {
    console.log(
      `by-file, ${label(one.observations).padEnd(5)} ${one.medianMs.toFixed(2)} ms median, ${one.p95Ms.toFixed(2)} ms p95`,
    )
  }
  for (const one of figures) {
    console.log(
      `${one.name.padEnd(24)} ${one.wallMs.toFixed(1)} ms, p90 ${one.p90Ms.toFixed(1)}, ${one.ofNode.toFixed(2)} of node`,
    )
  }
  for (const { name, value, most: limit, met } of required) {
    console.log(`${met ? 'ok  ' : 'MISS'} ${name.padEnd(48)} ${value.toFixed(2)}  (at most ${limit})`)
  }
  const [cpu] = cpus()
  const outcome = {
    date: new Date().toISOString(),
    node: process.version,
    machine: {
      cpu: cpu?.model ?? '',
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 1024 ** 3),
      platform: `${platform()}-${arch()}`,
    },
    trajectories: { measured, ...tokens },
    byFile,
    hooks: figures,
    required,
  }
  mkdirSync(join(PROJECT_ROOT, 'bench/results'), { recursive: true })
  if (SIZES === DEFAULT_SIZES)
    writeFileSync(join(PROJECT_ROOT, 'bench/results/gate.json'), `${JSON.stringify(outcome, undefined, 2)}\n`)
  if (process.argv.includes('--check') && required.some((one) => !one.met)) process.exitCode = 1
}

function need(name: string, value: number, most: number) {
  return { name, value, most, met: value <= most }
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
