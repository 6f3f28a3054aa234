/**
 * A long day in minutes: twenty sessions at once through the real hook script, questions beside them, and the worker killed every
 * half minute. `npm run test:soak -- --minutes 30 [--seed N]` prints memory, descriptors, children, how slow the slowest hooks were
 * and what was lost; it fails if something was, or if the worker grows from third to third.
 */
import { parseArgs } from 'node:util'
import { quantile, renderTable, round } from '../../bench/figures.ts'
import { atMost, conclude } from '../../bench/outcome.ts'
import { seeded, workerBack } from '../faults/faults.ts'
import { makePlace, removePlace } from '../support/place.ts'
import { settle, startWorker, stopWorker } from '../support/worker.ts'
import { liveUntil } from './day.ts'
import { type Reading, watchVitals } from './vitals.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: '7' } },
})
const minutes = Number(values.minutes)
/** What a whole run is; a shorter one prints the same and keeps nothing. */
const WHOLE_MINUTES = 30

const place = makePlace()
try {
  await startWorker(place)
  const vitals = watchVitals(place)
  const lived = await liveUntil(place, { until: Date.now() + minutes * 60_000, random: seeded(Number(values.seed)) })
  await workerBack(place)
  await settle(place, 300_000)
  const readings = vitals.stop()
  const { lost, doubled } = lived.verify()
  const thirds = [0, 1, 2].map((third) =>
    readings.slice((readings.length * third) / 3, (readings.length * (third + 1)) / 3),
  )
  const row = (name: string, of: (one: Reading) => number) => [
    name,
    ...thirds.map((some) => String(round(quantile(some.map(of), 0.5), 1))),
    String(round(Math.max(...readings.map(of)), 1)),
  ]
  const growth = (of: (one: Reading) => number) => {
    const [first = [], , last = []] = thirds
    return round(quantile(last.map(of), 0.5) / Math.max(1, quantile(first.map(of), 0.5)), 2)
  }
  const rows = [
    row('resident memory, MB', (one) => one.residentMb),
    row('descriptors', (one) => one.descriptors),
    row('children', (one) => one.children),
  ]
  const hookMs = { p50: round(quantile(lived.hookMs, 0.5), 1), p99: round(quantile(lived.hookMs, 0.99), 1) }
  const { sessions, hooks, asked, kills } = lived
  console.log(
    `\n${sessions} sessions, ${hooks} hooks, ${asked} questions answered, ${kills} kills in ${minutes} minutes`,
  )
  console.log(`hooks: ${hookMs.p50} ms in the middle, ${hookMs.p99} ms at the 99th of 100\n`)
  console.log(renderTable(['worker, median of each third', 'first', 'second', 'last', 'most'], rows))
  for (const line of lived.bad.slice(0, 5)) console.log(line)
  conclude('soak', {
    report: { minutes, sessions, hooks, asked, kills, hookMs, worker: rows },
    required: [
      atMost('events lost', lost, 0),
      atMost('memories doubled', doubled, 0),
      atMost('hooks that failed or complained', lived.bad.length, 0),
      atMost(
        'memory, last third against first',
        growth((one) => one.residentMb),
        1.25,
      ),
      atMost(
        'descriptors, last third against first',
        growth((one) => one.descriptors),
        1.25,
      ),
      atMost('children at the end', readings.at(-1)?.children ?? 0, 1),
    ],
    whole: minutes >= WHOLE_MINUTES,
    check: true,
  })
} finally {
  await stopWorker(place)
  removePlace(place)
}
