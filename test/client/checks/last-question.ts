import assert from 'node:assert/strict'
import { startAnthropicStandin } from '../../support/anthropic-standin.ts'
import type { ModelServer, Received } from '../../support/model-server.ts'
import { type Conversation, openConversation } from '../client.ts'
import { linkClient, startObservingWorker } from '../observer.ts'
import type { Script } from '../scripted-model.ts'
import { PRICE_FILES } from '../sessions.ts'
import { type Check, type Place, waitFor } from '../stage.ts'
import { getStatus, searchObservations, settle } from '../worker.ts'

const PROMPTS = ['Round the totals in src/price.js', 'Now name the rate in src/price.js']
const CLOSINGS = [
  'Totals are rounded to whole cents, because unrounded VAT made invoices differ from the ledger.',
  'The rate is called vatRate now, because two other rates were mistaken for it.',
]
/** Stands in the question at the end of a session and in no other. */
const ENDING = 'The session is ending.'

const check: Check = {
  title: 'the claude provider is shown the session’s memories at its end, and is not asked about an empty session',
  async run(stage) {
    const place = stage.openPlace('last-question', PRICE_FILES)
    const server = await startAnthropicStandin()
    server.otherwise(() => ({ text: '{"observations":[]}', written: true, streamed: true }))
    try {
      const settings = { ANTHROPIC_BASE_URL: server.url, CLAUDE_MEM_CLAUDE_PATH: linkClient(place) }
      await startObservingWorker(place, { ...place.env, ...settings })
      await askNothingOfEmptySessions(place, server)
      await showEverythingAtTheEnd(place, server)
    } finally {
      await server.close()
    }
  },
}
export default check

/** One that is only opened and closed, and one in which only a command of the client is typed. */
async function askNothingOfEmptySessions(place: Place, server: ModelServer): Promise<void> {
  for (const said of [[], ['/clear']]) {
    const client = await openConversation(place, { script: { main: [] } })
    for (const prompt of said) await client.say(prompt)
    await client.end()
    await allAsked(place)
  }
  const { stored } = await getStatus(place)
  assert.ok(stored.sessions > 0, 'the client’s hooks told of the empty sessions')
  assert.equal(stored.activeSessions, 0, 'and of their ends')
  assert.deepEqual(server.received.map(lastWords), [], 'an empty session makes no call')
}

async function showEverythingAtTheEnd(place: Place, server: ModelServer): Promise<void> {
  const client = await openConversation(place, { script: priceScript(place) })
  for (const [index, prompt] of PROMPTS.entries()) await sayAndWait(place, server, { client, prompt, calls: index + 1 })
  const before = server.received.length
  assert.equal(server.received.filter(isLast).length, 0, 'the session has not ended')
  await client.end()
  await allAsked(place)

  assert.equal(server.received.length, before + 1, 'one question at the end')
  const last = server.received.at(-1)
  assert.ok(last && isLast(last), 'it is the one for the summary')
  const memories = await searchObservations(place, 'price')
  assert.ok(memories.length > 0, 'the session left memories')
  for (const text of [...memories.map((memory) => memory.title), ...PROMPTS, ...CLOSINGS])
    assert.ok(lastWords(last).includes(text), `the last question does not hold “${text}”`)
}

/** Until the turn's own question was answered: what comes later finds nothing new to ask about. */
async function sayAndWait(
  place: Place,
  server: ModelServer,
  by: { client: Conversation; prompt: string; calls: number },
): Promise<void> {
  await by.client.say(by.prompt)
  await waitFor('the turn’s question', () => (server.received.length >= by.calls ? true : undefined), 30_000)
  await allAsked(place)
}

async function allAsked(place: Place): Promise<void> {
  await settle(place)
  const idle = async () => ((await getStatus(place)).synthesis.waiting === 0 ? true : undefined)
  await waitFor('nothing to wait for the model', idle, 30_000)
}

/** What the model is asked now; a conversation that goes on repeats what was said in it before. */
function lastWords({ body }: Received): string {
  const messages = body.messages as { content: string | { text?: string }[] }[] // the Messages API, as the client speaks it
  const content = messages.at(-1)?.content ?? ''
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n')
}

function isLast(received: Received): boolean {
  return lastWords(received).includes(ENDING)
}

function priceScript(place: Place): Script {
  const file = `${place.project}/src/price.js`
  const edit = (old_string: string, new_string: string) => ({
    tools: [{ name: 'Edit', input: { file_path: file, old_string, new_string } }],
  })
  return {
    main: [
      { tools: [{ name: 'Read', input: { file_path: file } }] },
      edit('net + net * rate', 'Math.round((net + net * rate) * 100) / 100'),
      CLOSINGS[0] ?? '',
      edit('(net, rate) => Math.round((net + net * rate)', '(net, vatRate) => Math.round((net + net * vatRate)'),
      CLOSINGS[1] ?? '',
    ],
  }
}
