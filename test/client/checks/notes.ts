import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALLOW_RULES } from '../../../src/doors/cli/setup/claude-code/tool-rules.ts'
import { localDay } from '../../../src/memory/local-day.ts'
import { runClient } from '../client.ts'
import type { Script } from '../scripted-model.ts'
import type { Check, Place } from '../stage.ts'
import { readJournal, settle } from '../worker.ts'

const PREFIX = 'mcp__plugin_claude-mem_mem__'
const MEMORY_MD = '# Memory\n\n- Refunds are approved by the finance team before they are paid out.\n'
const LEARNED = 'The refund job runs at six in the morning.'

const check: Check = {
  title: 'the client is told of a note by memory_context, and writes one with `remember`',
  async run(stage) {
    const place = stage.openPlace('notes', { 'memory/MEMORY.md': MEMORY_MD })
    const rules = [...ALLOW_RULES, `${PREFIX}remember`]
    writeFileSync(join(place.home, '.claude/settings.json'), JSON.stringify({ permissions: { allow: rules } }))
    const before = localDay(Date.now())
    const { requests } = await askNotes(place)
    const [first] = requests
    const last = requests.at(-1)?.text ?? ''

    assert.match(first?.text ?? '', /Call `memory_context` with the user's message at the start of a substantive turn/)
    assert.match(first?.text ?? '', /not trusted to the context window/)
    for (const name of ['memory_search', 'memory_get', 'memory_context', 'dream'])
      assert.ok(
        first?.tools.some((tool) => tool.name === `${PREFIX}${name}`),
        `${name} is not offered`,
      )

    assert.match(last, /## Relevant prior context\n\n- \[memory\/MEMORY\.md#L\d+-L\d+\] .*approved by the finance team/)
    assert.match(last, /memory\/MEMORY\.md, lines 3 to 3 of 3/, 'the lines of the note did not reach the model')
    // The day may have changed meanwhile.
    const day = existsSync(join(place.project, `memory/${before}.md`)) ? before : localDay(Date.now())
    assert.ok(last.includes(`Written to memory/${day}.md, line 3, of `), 'the model is not told where it was written')
    assert.ok(readFileSync(join(place.project, `memory/${day}.md`), 'utf8').includes(LEARNED), 'the log lacks the note')
    assert.equal(readFileSync(join(place.project, 'memory/MEMORY.md'), 'utf8'), MEMORY_MD, 'MEMORY.md was changed')

    await settle(place)
    assert.ok(!readJournal(place).includes(PREFIX), 'a call of our own tools was captured')
  },
}
export default check

function askNotes(place: Place) {
  const call = (name: string, input: Record<string, unknown>) => ({ tools: [{ name: `${PREFIX}${name}`, input }] })
  const prompt = 'Who approves refunds before they are paid out?'
  const script: Script = {
    main: [
      call('memory_context', { message: prompt }),
      call('memory_get', { path: 'memory/MEMORY.md', from: 3, lines: 1 }),
      call('remember', { text: LEARNED, to: 'log' }),
      'The finance team does.',
    ],
  }
  return runClient(place, { prompt, script })
}
