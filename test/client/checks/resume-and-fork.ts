import assert from 'node:assert/strict'
import { type Run, runClient } from '../client.ts'
import { countContexts, fixThePrice, PRICE_FILES } from '../sessions.ts'
import type { Check } from '../stage.ts'
import { searchObservations, settle } from '../worker.ts'

const check: Check = {
  title: 'resume and fork get no context, and the lines a fork copies are not counted twice',
  async run(stage) {
    const place = stage.openPlace('fork', PRICE_FILES)
    const { run: parent } = await fixThePrice(place)

    const resume = ['--resume', parent.sessionId]
    const resumed = await runClient(place, { prompt: 'Is that all?', script: { main: ['Yes.'] }, args: resume })
    assert.equal(resumed.sessionId, parent.sessionId)
    assertNoContext(resumed, 'SessionStart:resume')
    const { stored: before } = await settle(place)
    const memories = (await searchObservations(place, 'price')).map((memory) => memory.id)

    const note = {
      file_path: `${place.project}/CURRENCY.md`,
      content: 'Amounts are kept in cents and shown in euros.\n',
    }
    const forked = await runClient(place, {
      prompt: 'Write down how amounts are kept',
      script: { main: [{ tools: [{ name: 'Write', input: note }] }, 'Written down.'] },
      args: [...resume, '--fork-session'],
    })
    assert.notEqual(forked.sessionId, parent.sessionId)
    assertNoContext(forked, 'SessionStart:fork')
    const { stored: after } = await settle(place)
    assert.equal(after.sessions, before.sessions + 1)
    assert.equal(after.prompts, before.prompts + 1, 'only the prompt typed in the fork is new')
    assert.equal(after.observations, before.observations + 1, 'only the file written in the fork is new')
    assert.deepEqual(
      (await searchObservations(place, 'price')).map((memory) => memory.id),
      memories,
    )
  },
}
export default check

function assertNoContext(run: Run, hookName: string): void {
  for (const request of run.requests) assert.equal(countContexts(request), 0, `a context after ${hookName}`)
  const [start] = run.hooks.filter((hook) => hook.event === 'SessionStart')
  assert.equal(start?.name, hookName)
  assert.equal(start.stdout, '')
}
