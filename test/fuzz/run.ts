/**
 * Odd inputs through the real doors: the hook script, the spool, transcripts, HTTP, MCP, settings and git's files, each with a real
 * worker behind it. `npm run test:fuzz [-- --count 10000] [--seed 7] [--door http]` prints one row for each door and fails on
 * the first crash, wrong answer or hang of a door, with the smallest input that brings it about. A whole run of some doors
 * replaces their rows in bench/results/fuzz.json.
 */
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { renderTable } from '../../bench/figures.ts'
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
    await startWorker(place)
    const door = await open(place)
    const outcome = await fuzz(name, door, by)
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

const waiting = [...names]
const lane = async () => {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await tryDoor(name)
}
await Promise.all(Array.from({ length: availableParallelism() }, lane))

const kept = by.count >= WHOLE ? keptRows() : {}
const doors: Record<string, Row> = { ...kept, ...Object.fromEntries(outcomes) }
const rows = Object.entries(doors).map(([name, one]) => [
  name,
  ...[one.inputs, one.crashes, one.hangs, Math.round(one.slowestMs), one.seed, one.seconds].map(String),
])
console.log(`\n${renderTable(['door', 'inputs', 'crashes', 'hangs', 'slowest, ms', 'seed', 'seconds'], rows)}`)
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
