import assert from 'node:assert/strict'
import type { Check } from '../stage.ts'

const check: Check = {
  title: 'every hook of all these runs ended with 0 and wrote nothing to stderr',
  async run(stage) {
    assert.ok(stage.hooks.length > 0, 'no hook was seen')
    assert.deepEqual(
      stage.hooks.filter((hook) => hook.exitCode !== 0 || hook.stderr !== ''),
      [],
    )
    const withAnswer = stage.hooks.filter((hook) => hook.stdout !== '')
    for (const hook of withAnswer) {
      assert.ok(
        ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure'].includes(hook.event),
        `${hook.name} printed ${hook.stdout}`,
      )
      assert.doesNotThrow(
        () => JSON.parse(hook.stdout),
        `${hook.name} printed something other than JSON: ${hook.stdout}`,
      )
    }
    assert.deepEqual(stage.clientErrors, [])
  },
}
export default check
