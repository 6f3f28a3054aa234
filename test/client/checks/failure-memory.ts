import assert from 'node:assert/strict'
import { runClient } from '../client.ts'
import type { Check } from '../stage.ts'
import { searchObservations, settle } from '../worker.ts'

/** Fails as a test runner does that needs a flag and is not given it. */
const RUNNER = `
if (process.argv.includes('--runInBand')) {
  console.log('ok 1 - serves the orders of a customer\\n# pass 1\\n# fail 0')
} else {
  console.log('not ok 1 - serves the orders of a customer\\nError: listen EADDRINUSE: address already in use :::3000\\n# pass 0\\n# fail 1')
  process.exitCode = 1
}
`
const FILES = {
  'package.json': JSON.stringify({ name: 'shop', scripts: { test: 'node run-tests.js' } }),
  'run-tests.js': RUNNER,
}

const check: Check = {
  title: 'a call that fails as one did before brings the known fix beside its result, once, and no other failure does',
  async run(stage) {
    const place = stage.openPlace('failure-memory', FILES)
    const bash = (command: string) => ({ tools: [{ name: 'Bash', input: { command, description: 'Run the tests' } }] })
    await runClient(place, {
      prompt: 'Run the tests of the shop',
      script: { main: [bash('npm test'), bash('npm test -- --runInBand'), 'They pass one after another.'] },
    })
    await settle(place)
    const [memory] = await searchObservations(place, 'runInBand')
    assert.ok(memory, 'the session left no observation about the flag')

    const again = await runClient(place, {
      prompt: 'Do the tests pass?',
      script: { main: [bash('npm test'), bash('npm test'), bash('node missing-file.js'), 'They do not.'] },
    })
    const hint = new RegExp(
      `PostToolUseFailure:Bash hook additional context: failed like this on \\w{3} \\d{1,2}: needs --runInBand \\(#${memory.id}\\)`,
      'g',
    )
    const counts = again.requests.map((request) => request.text.match(hint)?.length ?? 0)
    assert.deepEqual(counts, [0, 1, 1, 1], `hooks: ${JSON.stringify(again.hooks)}`)
    const { text = '' } = again.requests[1] ?? {}
    assert.ok(text.search(hint) > text.indexOf('EADDRINUSE'), 'the hint stands before the result it is about')

    const hidden = await runClient(place, {
      prompt: 'And now?',
      script: { main: [bash('npm test 2>&1 | tail -5'), 'They do not.'] },
    })
    assert.match(
      hidden.requests[1]?.text ?? '',
      /PostToolUse:Bash hook additional context: failed like this on \w{3} \d{1,2}: needs --runInBand/,
      'a failure behind a pipe brought nothing',
    )
  },
}
export default check
