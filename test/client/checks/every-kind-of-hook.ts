import assert from 'node:assert/strict'
import { runClient } from '../client.ts'
import type { Check } from '../stage.ts'
import { readJournal, settle } from '../worker.ts'

const check: Check = {
  title: 'failing tools, a subagent, a slash command and an API error all pass through our hooks',
  async run(stage) {
    const place = stage.openPlace('kinds', { '.claude/commands/greet.md': 'Greet $ARGUMENTS.\n' })
    const bash = (command: string) => ({ name: 'Bash', input: { command, description: 'A command' } })
    const seen = new Set<string>()
    const run = async (by: Parameters<typeof runClient>[1]) => {
      for (const hook of (await runClient(place, by)).hooks) seen.add(hook.event)
    }
    await run({
      prompt: 'Try what fails',
      script: {
        main: [{ tools: [bash('echo "no such thing" >&2; exit 3')] }, readMissing(place.project), 'Both failed.'],
      },
    })
    const agent = {
      description: 'Look around',
      prompt: 'Say what you see.',
      subagent_type: 'general-purpose',
      run_in_background: false,
    }
    await run({
      prompt: 'Send somebody',
      script: {
        main: [{ tools: [{ name: 'Agent', input: agent }] }, 'They are back.'],
        subagent: [{ tools: [bash('echo "from the subagent, who looked around the project"')] }, 'Nothing to see.'],
      },
    })
    await run({ prompt: '/greet the world', script: { main: ['Hello, world.'] } })
    const refused = { status: 400, message: 'scripted failure' }
    await run({ prompt: 'This will not be answered', script: { main: [], otherwise: refused }, mayFail: true })

    const wanted = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure', 'SubagentStop', 'Stop']
    assert.deepEqual(
      wanted.filter((event) => !seen.has(event)),
      [],
      'these never came',
    )
    const { stored } = await settle(place)
    assert.equal(stored.sessions, 4)
    assert.equal(stored.prompts, 4)
    // The client does not report these two; what they left behind does.
    assert.equal(stored.activeSessions, 0, 'SessionEnd reached every session')
    assert.match(
      readJournal(place),
      /"kind":"stopped","text":"[^"]*scripted failure","failed":true/,
      'StopFailure came',
    )
  },
}
export default check

function readMissing(project: string) {
  return { tools: [{ name: 'Read', input: { file_path: `${project}/missing-file.txt` } }] }
}
