import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALLOW_RULES } from '../../../src/doors/cli/setup/claude-code/tool-rules.ts'
import { type Run, runClient } from '../client.ts'
import type { ToolCall } from '../scripted-model.ts'
import type { Check, Place } from '../stage.ts'
import { killWorker, readJournal, settle, stopWorker } from '../worker.ts'

const FILE = 'src/fees.js'
/** Stands in the middle of the file and nowhere else: whoever has it has read the file. */
const MARK = 'feeOfTheMiddle'
const LINES = Array.from({ length: 90 }, (_, n) => `export const ${n === 45 ? MARK : `fee${n}`} = ${n} * 100\n`)
/** Much to read and nothing to outline: what stands in for the file costs less than half of it. */
const HISTORY = '// The list of prices is settled once a year; what it was before stands in the archive.\n'.repeat(200)
const OTHER = 'src/archive.js'
const OUTLINE = 'mcp__plugin_claude-mem_mem__smart_outline'
const REFUSED = 'PreToolUse:Read hook error: Current: '
const NOTES = 'PreToolUse:Read hook additional context: Current: '

const check: Check = {
  title:
    'a known file is refused once, after an outline has saved a read, and can then be read and edited; `inform` and a dead worker refuse nothing',
  async run(stage) {
    const place = stage.openPlace('gate', { [FILE]: LINES.join('') + HISTORY, [OTHER]: HISTORY.repeat(2) })
    await work(place, [read(place), edit(place, 'fee3 = 3 * 100', 'fee3 = 3 * 250')])
    await settle(place)

    const unpermitted = await work(place, [read(place)])
    assert.ok(textAt(unpermitted, 1).includes(MARK), 'without the rule for our tools the read was refused')

    writeFileSync(join(place.home, '.claude/settings.json'), JSON.stringify({ permissions: { allow: ALLOW_RULES } }))
    const unearned = await work(place, [read(place)])
    assert.ok(textAt(unearned, 1).includes(MARK), 'a read was refused before anything was saved')

    const looked = await work(place, [{ name: OUTLINE, input: { path: OTHER } }])
    assert.match(textAt(looked, 1), /this outline ~\d+ tokens, the whole file ~\d+/, 'no outline was given')
    await settle(place)
    const denied = await work(place, [read(place), read(place), edit(place, 'fee4 = 4 * 100', 'fee4 = 4 * 250')])
    const [, afterFirst, afterSecond, afterEdit] = denied.requests.map((request) => request.text)
    assert.ok(afterFirst?.includes(REFUSED), `the first read was not refused: ${JSON.stringify(denied.hooks)}`)
    assert.ok(afterFirst?.includes(`Not read: ${FILE}`), 'the message does not name the file')
    assert.match(afterFirst ?? '', /Read it again and you get it/)
    assert.match(
      afterFirst ?? '',
      /\(~[\d,]+ tokens\)[\s\S]*get_observations\(\[\d+.*\]\)[^\n]* ~\d+ tokens/,
      'no cost is named',
    )
    assert.match(afterFirst ?? '', /smart_outline\(path\): its structure, (?:~|at most )[\d,]+ tokens/)
    assert.match(
      afterFirst ?? '',
      /\n### \w{3} \d{1,2}, \d{4}\n\d+ \d{1,2}:\d\d[ap]m .*(?:price list)/,
      'no line of the timeline',
    )
    assert.ok(!afterFirst?.includes(MARK), 'the refused read showed the file')
    assert.ok(afterSecond?.includes(MARK), 'the second read did not show the file')
    assert.ok(afterEdit?.includes('has been updated'), `the edit was not carried out: ${afterEdit?.slice(-600)}`)
    assert.ok(readFileSync(join(place.project, FILE), 'utf8').includes('fee4 = 4 * 250'), 'the file is as it was')
    await settle(place)
    assert.ok(!readJournal(place).includes('Not read:'), 'the refusal was taken for an event')

    await stopWorker(place)
    writeFileSync(join(place.data, 'settings.json'), JSON.stringify({ CLAUDE_MEM_READ_GATE: 'inform' }))
    const informed = textAt(await work(place, [read(place)]), 1)
    assert.ok(informed.includes(MARK), '`inform` kept the file back')
    assert.ok(informed.indexOf(NOTES) > informed.indexOf(MARK), 'the notes do not follow the file')
    assert.ok(!informed.includes(REFUSED))

    await settle(place)
    await killWorker(place)
    writeFileSync(join(place.data, 'launch'), `${process.execPath}\n${join(place.root, 'no-such-worker.mjs')}\n`)
    const alone = textAt(await work(place, [read(place)]), 1)
    assert.ok(alone.includes(MARK), 'without a worker the file was kept back')
    assert.ok(!alone.includes(NOTES) && !alone.includes(REFUSED), 'a dead worker spoke')
  },
}
export default check

function work(place: Place, tools: ToolCall[]): Promise<Run> {
  const main = [...tools.map((tool) => ({ tools: [tool] })), 'The fees are right now, as the price list has them.']
  return runClient(place, { prompt: 'Bring the fees in line with the price list', script: { main } })
}

/** What the model had been told before its turn `n`. */
function textAt(run: Run, n: number): string {
  return run.requests[n]?.text ?? ''
}

function read(place: Place): ToolCall {
  return { name: 'Read', input: { file_path: join(place.project, FILE) } }
}

function edit(place: Place, before: string, after: string): ToolCall {
  return { name: 'Edit', input: { file_path: join(place.project, FILE), old_string: before, new_string: after } }
}
