import assert from 'node:assert/strict'
import { runClient } from '../client.ts'
import { bash, FLAG_FILES, learnTheFlag } from '../sessions.ts'
import type { Check } from '../stage.ts'

const check: Check = {
  title: 'a call that fails as one did before brings the known fix beside its result, once, and no other failure does',
  async run(stage) {
    const place = stage.openPlace('failure-memory', FLAG_FILES)
    const memory = await learnTheFlag(place)

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
