import assert from 'node:assert/strict'
import { runClient } from '../client.ts'
import { fixThePrice, PRICE_FILES } from '../sessions.ts'
import type { Check } from '../stage.ts'
import { importObservations, searchObservations, settle, stopWorker } from '../worker.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const RECALL = 'Memory of earlier sessions that may bear on this prompt'
const OLD = {
  type: 'bugfix',
  title: 'Webhook retries doubled refunds until the idempotency key was stored',
  // Longer than the index tells of any memory, with the answer at the end.
  text: [
    'Stripe redelivers a webhook after a timeout; the refund handler ran twice.',
    'Support had paid nine customers back by hand before anybody looked at the gateway.',
    'The first retry came after ten seconds, the second after a whole minute of silence.',
    'Both reached our server while the slow ledger export was still holding its lock.',
    'Finance noticed on Monday, because the bank statement did not agree with the books.',
    'A dashboard had shown the peak since Friday night, but its alarm was muted for a release.',
    'Two of the customers had already spent the money and were not asked to return it.',
    'Test mode never showed the fault: there every answer arrives within milliseconds.',
    'Turning retries off was considered and rejected, since real outages need them.',
    'Nobody changed the timeout either, although the vendor had proposed thirty seconds.',
    'The idempotency key is now stored first, so that a webhook sent again after a retry refunds nothing twice.',
  ].join(' '),
  files: ['src/refunds.js'],
}

const check: Check = {
  title: 'a prompt brings the old memory it asks about, once, and small talk brings none',
  async run(stage) {
    const place = stage.openPlace('prompt-recall', PRICE_FILES)
    // Room for a handful of lines: the old memory is not told when the session begins.
    place.env.CLAUDE_MEM_CONTEXT_TOKENS = '300'
    const { memory } = await fixThePrice(place)
    const project = memory.project_id
    const now = Date.now()
    const chores = Array.from({ length: 40 }, (_, at) => ({
      project,
      type: 'decision',
      title: `Chore ${at}: the ${['lint', 'build', 'release', 'import'][at % 4]} settings moved to file ${at}`,
      text: `Settings file ${at} holds them now.`,
      ts: now - at * 60_000,
    }))
    await importObservations(place, [{ ...OLD, project, ts: now - 120 * DAY_MS }, ...chores])
    await settle(place)
    const [found] = await searchObservations(place, 'idempotency')
    assert.ok(found, 'the old memory was not stored')

    const prompt = 'The webhook sends refunds twice after a retry, what did we do about the idempotency key?'
    const asked = await runClient(place, { prompt, script: { main: ['It is stored first.'] } })
    const text = asked.requests[0]?.text ?? ''
    assert.ok(text.includes(RECALL), `no recall in the request: ${JSON.stringify(asked.hooks)}`)
    assert.ok(
      text.includes(`${found.id} 4 months ago ● ${OLD.title}`),
      text.slice(text.indexOf(RECALL), text.indexOf(RECALL) + 1500),
    )
    assert.equal(text.split(RECALL).length, 2, 'the recall stands in the request more than once')

    const again = await runClient(place, {
      prompt,
      args: ['--resume', asked.sessionId],
      script: { main: ['As I said.'] },
    })
    assert.equal(again.requests[0]?.text.split(RECALL).length, 2, 'the same memory was told to the session twice')

    // Now there is room for it in the index; what that tells of it does not answer.
    place.env.CLAUDE_MEM_CONTEXT_TOKENS = '2000'
    await stopWorker(place)
    const why = await runClient(place, { prompt, script: { main: ['It is stored first.'] } })
    const [start = '', beside = ''] = (why.requests[0]?.text ?? '').split(RECALL)
    assert.ok(start.includes(`${found.id} `) && start.includes(OLD.title), 'the old memory has no line in the index')
    assert.ok(!start.includes('key is now stored first'), 'the index has the answer already')
    assert.match(beside, new RegExp(`\\b${found.id} of the index: [^\\n]*idempotency key is now stored first`))
    assert.ok(!beside.includes(OLD.title), 'its title is told again')

    const thanks = await runClient(place, { prompt: 'thanks, perfect!', script: { main: ['You are welcome.'] } })
    assert.ok(!thanks.requests[0]?.text.includes(RECALL), 'small talk brought a memory')
  },
}
export default check
