/** Sessions that several checks begin with, and how to tell our context in what the model was sent. */
import assert from 'node:assert/strict'
import type { ObservationFull } from '../../src/worker/protocol/rows.ts'
import { type Run, runClient } from './client.ts'
import type { RecordedRequest, Script } from './scripted-model.ts'
import type { Place } from './stage.ts'
import { findMemory, settle } from './worker.ts'

export const PRICE_FILES = { 'src/price.js': 'export const total = (net, rate) => net + net * rate\n' }

/** Reads a file, edits it, tries it, and says why. */
export function priceScript(place: Place): Script {
  const file = `${place.project}/src/price.js`
  const fixed = 'Math.round((net + net * rate) * 100) / 100'
  return {
    main: [
      { tools: [{ name: 'Read', input: { file_path: file } }] },
      {
        text: 'The total is never rounded, so invoices show fractions of a cent.',
        tools: [{ name: 'Edit', input: { file_path: file, old_string: 'net + net * rate', new_string: fixed } }],
      },
      {
        tools: [
          {
            name: 'Bash',
            input: {
              command: `node -e "import('${file}').then((m) => console.log(m.total(9.99, 0.19)))"`,
              description: 'Try it',
            },
          },
        ],
      },
      'Totals are now rounded to whole cents, because unrounded VAT made invoices differ from the ledger.',
    ],
  }
}

/** One session that leaves a memory behind. */
export async function fixThePrice(place: Place): Promise<{ run: Run; memory: ObservationFull }> {
  const run = await runClient(place, {
    prompt: 'Fix the rounding of invoice totals in src/price.js',
    script: priceScript(place),
  })
  await settle(place)
  return { run, memory: await findMemory(place, 'price') }
}

/** Fails as a test runner does that needs a flag and is not given it. */
const RUNNER = `
if (process.argv.includes('--runInBand')) {
  console.log('ok 1 - serves the orders of a customer\\n# pass 1\\n# fail 0')
} else {
  console.log('not ok 1 - serves the orders of a customer\\nError: listen EADDRINUSE: address already in use :::3000\\n# pass 0\\n# fail 1')
  process.exitCode = 1
}
`
/** A shop whose tests need a flag. */
export const FLAG_FILES = {
  'package.json': JSON.stringify({ name: 'shop', scripts: { test: 'node run-tests.js' } }),
  'run-tests.js': RUNNER,
}

export const bash = (command: string) => ({ tools: [{ name: 'Bash', input: { command, description: 'Run it' } }] })

/** One session that finds out about the flag. */
export async function learnTheFlag(place: Place): Promise<ObservationFull> {
  await runClient(place, {
    prompt: 'Run the tests of the shop',
    script: { main: [bash('npm test'), bash('npm test -- --runInBand'), 'They pass one after another.'] },
  })
  await settle(place)
  return findMemory(place, 'runInBand')
}

/** The heading of the session-start text; stands nowhere else. */
const CONTEXT =
  /hook additional context: Current: \d{4}-\d\d-\d\d \d{1,2}:\d\d[ap]m \S+\nMemory of earlier sessions in/g

export function countContexts(request: RecordedRequest | undefined): number {
  return request?.text.match(CONTEXT)?.length ?? 0
}

/** The context stands in the run's first request, once, and names the memory. */
export function assertContext(run: Run, memory: ObservationFull): void {
  const [first] = run.requests
  assert.equal(
    countContexts(first),
    1,
    `the first request has ${countContexts(first)} contexts; hooks: ${JSON.stringify(run.hooks)}`,
  )
  assert.ok(first?.text.includes(memory.title), `the first request does not name “${memory.title}”`)
}
