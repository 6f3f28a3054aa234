import assert from 'node:assert/strict'
import { openConversation } from '../client.ts'
import { countContexts, fixThePrice, PRICE_FILES } from '../sessions.ts'
import type { Check } from '../stage.ts'
import { readJournal, settle } from '../worker.ts'

const check: Check = {
  title: 'after /compact the context arrives again',
  async run(stage) {
    const place = stage.openPlace('compact', PRICE_FILES)
    const { memory } = await fixThePrice(place)
    const client = await openConversation(place, { script: { main: ['We rounded totals.', 'Going on.'] } })
    for (const prompt of ['What did we do?', '/compact', 'Go on']) await client.say(prompt)
    const run = await client.end()
    assert.deepEqual(
      run.requests.map((request) => request.kind),
      ['main', 'compact', 'main'],
    )
    const [first, , last] = run.requests
    assert.equal(countContexts(first), 1)
    assert.ok(last?.text.includes('THE SCRIPTED SUMMARY'), 'the conversation was compacted')
    assert.equal(countContexts(last), 1)
    assert.ok(last?.text.includes(memory.title))
    const again = run.hooks.find((hook) => hook.name === 'SessionStart:compact')
    assert.ok(again?.stdout.includes(memory.title), 'it came from the hook of the compaction')
    await settle(place)
    assert.match(
      readJournal(place),
      /"kind":"compacting","text":"manual"/,
      'PreCompact, which the client does not report, came',
    )
  },
}
export default check
