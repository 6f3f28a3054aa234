/**
 * Odd inputs through the real doors: the hook script, the spool, transcripts, HTTP, MCP, settings and git's files, each with a real
 * worker behind it. `npm run test:fuzz [-- --count 10000] [--seed 7] [--door http]` prints one row for each door and fails on
 * the first crash, wrong answer or hang of a door, with the smallest input that brings it about.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { renderTable } from '../../bench/figures.ts'
import { atMost, conclude } from '../../bench/outcome.ts'
import { makePlace, removePlace } from '../support/place.ts'
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

const outcomes = new Map<string, Outcome & { seconds: number }>()

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
    outcomes.set(name, { ...outcome, seconds })
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

const rows = [...outcomes].map(([name, one]) => [
  name,
  ...[one.inputs, one.crashes, one.hangs, Math.round(one.slowestMs), by.seed, one.seconds].map(String),
])
console.log(`\n${renderTable(['door', 'inputs', 'crashes', 'hangs', 'slowest, ms', 'seed', 'seconds'], rows)}`)
const sum = (of: (one: Outcome) => number) => [...outcomes.values()].reduce((all, one) => all + of(one), 0)
conclude('fuzz', {
  report: { seed: by.seed, hangMs: HANG_MS, doors: Object.fromEntries(outcomes) },
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
  whole: by.count >= WHOLE && names.length === Object.keys(DOORS).length,
  check: true,
})
