import assert from 'node:assert/strict'
import { startModel } from '../scripted-model.ts'
import { fixThePrice, PRICE_FILES } from '../sessions.ts'
import type { Check } from '../stage.ts'
import { openTerminal } from '../terminal.ts'
import { settle } from '../worker.ts'

const check: Check = {
  title: 'in a terminal the session line is shown and no hook error is',
  async run(stage) {
    const place = stage.openPlace('terminal', PRICE_FILES)
    await fixThePrice(place)
    const bash = {
      command: 'wc -c src/price.js && echo "that is the whole of it, and it is short"',
      description: 'Measure it',
    }
    const model = await startModel({
      main: [{ text: 'Measuring.', tools: [{ name: 'Bash', input: bash }] }, 'THE-ANSWER'],
    })
    const terminal = openTerminal(place, {
      command: [
        stage.clientBinary,
        '--plugin-dir',
        stage.plugin,
        '--permission-mode',
        'manual',
        '--allowedTools',
        'Bash',
      ],
      env: { ...place.env, ANTHROPIC_BASE_URL: `http://127.0.0.1:${model.port}` },
    })
    try {
      await terminal.waitForText(/claude-mem: \d+ memor(?:y|ies), ~[\d,]+ tokens/)
      terminal.type('How long is price.js?')
      await terminal.waitForText('How long is price.js?')
      terminal.press('Enter')
      await terminal.waitForText('THE-ANSWER')
      terminal.type('/exit')
      await terminal.waitForText('/exit')
      terminal.press('Enter')
      await terminal.waitForText('CLIENT-ENDED')
      const screen = terminal.screen()
      assert.ok(
        !/hook error|non-blocking status|hook failed/i.test(screen),
        `the screen shows a hook error:\n${screen}`,
      )
    } finally {
      terminal.close()
      await model.close()
    }
    place.requests.push(...model.requests)
    const { stored } = await settle(place)
    assert.equal(stored.sessions, 2)
    assert.equal(stored.prompts, 2)
    assert.equal(stored.activeSessions, 0)
  },
}
export default check
