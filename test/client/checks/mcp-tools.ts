import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALLOW_RULES } from '../../../src/doors/cli/setup/claude-code/tool-rules.ts'
import { estimateTokens } from '../../../src/memory/token-estimate.ts'
import { runClient } from '../client.ts'
import type { Script } from '../scripted-model.ts'
import { fixThePrice, PRICE_FILES } from '../sessions.ts'
import type { Check, Place } from '../stage.ts'
import { readJournal, settle } from '../worker.ts'

const PREFIX = 'mcp__plugin_claude-mem_mem__'

const check: Check = {
  title: 'the client calls our MCP tools with the allow rule, and is refused without it',
  async run(stage) {
    const place = stage.openPlace('mcp', PRICE_FILES)
    const { memory } = await fixThePrice(place)
    const found = `${memory.id} (${memory.type}, just now) ${memory.title.slice(0, 40)}`

    const refused = await askMemory(place, memory.id)
    const last = refused.requests.at(-1)?.text ?? ''
    assert.ok(!last.includes(found), 'without a rule the search was carried out')
    assert.match(last, /permission/i, 'the model is not told that the call needs a permission')

    writeFileSync(join(place.home, '.claude/settings.json'), JSON.stringify({ permissions: { allow: ALLOW_RULES } }))
    const allowed = await askMemory(place, memory.id)
    const text = allowed.requests.at(-1)?.text ?? ''
    assert.ok(text.includes(found), `the index did not reach the model: ${text.slice(-1500)}`)
    assert.match(text, /searched by words (only|and meaning)/)
    assert.ok(text.includes('→ here'), 'the timeline did not reach the model')
    assert.ok(text.includes('Files: src/price.js'), 'the memory in full did not reach the model')
    assert.ok(!text.includes('Remembered as'), '`remember` has no rule and was carried out')

    const [first] = allowed.requests
    assert.ok(first?.text.includes('claude-mem remembers earlier sessions'), 'the instructions are not in the request')
    const ours = first?.tools.filter(({ name }) => name.startsWith(PREFIX)) ?? []
    assert.equal(ours.length, 12, `the first request offers ${ours.map(({ name }) => name)}`)
    const tokens = estimateTokens(JSON.stringify(ours))
    // The client's own prefix of 28 characters per name is not ours to shorten.
    const prefixTokens = estimateTokens(PREFIX.repeat(ours.length))
    console.log(
      `      tool list in the request: ${tokens} tokens for ${ours.length} tools, ${prefixTokens} of them prefix`,
    )
    assert.ok(tokens - prefixTokens <= 900, `the tools cost ${tokens} tokens`)

    await settle(place)
    assert.ok(!readJournal(place).includes(PREFIX), 'a call of our own tools was captured')
  },
}
export default check

function askMemory(place: Place, id: number) {
  const call = (name: string, input: Record<string, unknown>) => ({ tools: [{ name: `${PREFIX}${name}`, input }] })
  const script: Script = {
    main: [
      call('search', { query: 'rounding of invoice totals' }),
      call('timeline', { anchor: String(id) }),
      call('get_observations', { ids: [id] }),
      call('remember', { text: 'The ledger is kept in cents.' }),
      'We rounded totals to whole cents.',
    ],
  }
  return runClient(place, { prompt: 'How did we fix the rounding last time?', script })
}
