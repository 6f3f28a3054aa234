import assert from 'node:assert/strict'
import { runClient } from '../client.ts'
import { bash, FLAG_FILES, learnTheFlag } from '../sessions.ts'
import type { Check } from '../stage.ts'
import { settle } from '../worker.ts'

/** Stands in its output alone: a memory's title may quote the error. */
const RAN = '# pass 0\n# fail 1'
const BUILD = `console.error('pages/till.go:3:2: undefined: openTill')\nprocess.exitCode = 1\n`
const FILES = {
  ...FLAG_FILES,
  'build.js': BUILD,
  // The same command in another folder is another command, and this one passes.
  'till/package.json': JSON.stringify({ name: 'till', scripts: { test: 'node -e "console.log(42)"' } }),
}
const AGAIN = 'Change it, or run it again as it is: the second time it runs.'

const check: Check = {
  title:
    'a command known to fail as it is typed is refused once before it runs, with the remedy; the second time it runs',
  async run(stage) {
    const place = stage.openPlace('word-before-the-act', FILES)
    place.env.CLAUDE_MEM_FAILURE_HINTS = 'deny-once'
    const memory = await learnTheFlag(place)

    const known = await runClient(place, {
      prompt: 'Do the tests pass?',
      script: { main: [bash('npm test'), bash('npm test'), bash('cd till && npm test'), 'They do not.'] },
    })
    const [, refused, second, elsewhere] = known.requests
    const reason = new RegExp(
      `PreToolUse:Bash hook error: Not run: typed like this, the command failed on \\w{3} \\d{1,2}: needs --runInBand \\(#${memory.id}\\)\\. ${AGAIN}`,
    )
    assert.match(refused?.text ?? '', reason, `hooks: ${JSON.stringify(known.hooks)}`)
    assert.ok(!refused?.text.includes(RAN), 'the refused command ran')
    assert.ok(second?.text.includes(RAN), 'the second time the command did not run')
    assert.equal(elsewhere?.text.split('Not run:').length, 2, 'more than one refusal')
    assert.ok(elsewhere?.text.includes('42'), 'the command in another folder did not run')

    for (const day of ['morning', 'evening']) {
      await runClient(place, {
        prompt: `Build the pages for the ${day}`,
        script: { main: [bash('node build.js'), `The build of the ${day} stops because \`openTill\` is not there.`] },
      })
      await settle(place)
    }
    const twice = await runClient(place, {
      prompt: 'Build the pages',
      script: { main: [bash('node build.js'), bash('node build.js'), 'It does not build.'] },
    })
    const [, told, ran] = twice.requests
    assert.match(
      told?.text ?? '',
      /hook error: Not run: typed like this, the command failed twice on \w{3} \d{1,2}: undefined: openTill \(#\d+\)\. /,
      `hooks: ${JSON.stringify(twice.hooks)}`,
    )
    assert.match(ran?.text ?? '', /pages\/till\.go:3:2/, 'the second time the build did not run')
  },
}
export default check
