/**
 * Odd inputs through the real doors: the hook script, the spool, transcripts, HTTP, MCP, settings and git's files, each with a real
 * worker behind it. `npm run test:fuzz [-- --count 10000] [--seed 7] [--door http]` prints one row for each door and fails on
 * the first crash, wrong answer or hang of a door, with the smallest input that brings it about. A hang is 2 s of the input's own
 * time (`own-time.ts`), so that a busy machine is not called one. A whole run of some doors replaces their rows in
 * bench/results/fuzz.json.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { renderTable, round } from '../../bench/figures.ts'
import { atMost, conclude } from '../../bench/outcome.ts'
import { makePlace, PROJECT_ROOT, removePlace } from '../support/place.ts'
import { seedFolder } from '../support/seed.ts'
import { startWorker, stopWorker } from '../support/worker.ts'
import { DOORS, fuzz, HANG_MS, type Outcome } from './fuzz.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '7' },
    door: { type: 'string', multiple: true },
  },
})
const by = { count: Number(values.count), seed: Number(values.seed) }
/** What a whole run is; a smaller one prints the same and keeps nothing. */
const WHOLE = 10_000
const names = values.door ?? Object.keys(DOORS)

interface Row extends Outcome {
  seed: number
  seconds: number
}
const outcomes = new Map<string, Row>()

async function tryDoor(name: string): Promise<void> {
  const open = DOORS[name]
  if (!open) throw new Error(`There is no door ${name}; there are ${Object.keys(DOORS).join(', ')}.`)
  const place = makePlace()
  const startedAt = Date.now()
  try {
    seedFolder(place.data.root, place.project)
    const { pid: workerPid } = await startWorker(place)
    const door = await open(place)
    const outcome = await fuzz(name, door, { ...by, workerPid })
    door.close()
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    outcomes.set(name, { ...outcome, seed: by.seed, seconds })
    if (outcome.failure) console.log([`${name}: ${outcome.failure.problem}`, ...outcome.failure.inputs].join('\n  '))
    else console.log(`${name}: ${outcome.inputs} inputs, ${seconds} s`)
  } finally {
    await stopWorker(place)
    removePlace(place)
  }
}

// One after the other: a look around one door keeps this process busy, and the inputs of another would seem to hang.
for (const name of names) await tryDoor(name)

const kept = by.count >= WHOLE ? keptRows() : {}
const doors: Record<string, Row> = { ...kept, ...Object.fromEntries(outcomes) }
const HEAD = [
  ...['door', 'inputs', 'crashes', 'hangs', 'slowest, ms', 'by the clock', 'waited'],
  ...['worker, ms', 'seed', 'seconds'],
]
const rows = Object.entries(doors).map(([name, one]) => [
  name,
  ...[one.inputs, one.crashes, one.hangs].map(String),
  ...[one.slowestMs, one.slowestWallMs, one.waited].map((value) => String(Math.round(value))),
  `${round(one.workerMs.first, 1)} … ${round(one.workerMs.last, 1)}`,
  ...[one.seed, one.seconds].map(String),
])
console.log(`\n${renderTable(HEAD, rows)}`)
const sum = (of: (one: Outcome) => number) => Object.values(doors).reduce((all, one) => all + of(one), 0)
conclude('fuzz', {
  report: { hangMs: HANG_MS, doors },
  required: [
    atMost(
      'crashes and wrong answers',
      sum((one) => one.crashes),
      0,
    ),
    atMost(
      'hangs',
      sum((one) => one.hangs),
      0,
    ),
  ],
  whole: by.count >= WHOLE,
  check: true,
})

function keptRows(): Record<string, Row> {
  const file = join(PROJECT_ROOT, 'bench/results/fuzz.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).doors : {}
}
