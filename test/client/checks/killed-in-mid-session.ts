import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openConversation } from '../client.ts'
import type { Turn } from '../scripted-model.ts'
import { type Check, type Place, type Stage, waitFor } from '../stage.ts'
import { findLivingWorker, searchObservations, settle } from '../worker.ts'

const KILL = `kill -9 "$(cut -d' ' -f2 "$CLAUDE_MEM_DATA_DIR/port")" && echo "the memory worker has been killed"`
const SPARE = `echo "the memory worker is left alone" && echo "and this line makes both outputs long enough to be kept"`

const check: Check = {
  title: 'a worker killed between two tool calls is back by the next prompt, and no event is lost',
  async run(stage) {
    const disturbed = await playSession(stage, 'killed', KILL)
    const quiet = await playSession(stage, 'spared', SPARE)
    assert.notEqual(disturbed.workers[0], disturbed.workers[1], 'the kill did not hit the worker')
    assert.equal(quiet.workers[0], quiet.workers[1], 'the undisturbed session kept its worker')
    const { events, prompts, observations, summaries } = disturbed.stored
    const control = quiet.stored
    assert.deepEqual(
      { events, prompts, observations, summaries },
      {
        events: control.events,
        prompts: control.prompts,
        observations: control.observations,
        summaries: control.summaries,
      },
      'both sessions did the same, so the same is stored',
    )
  },
}
export default check

/** Two prompts; `command` runs in the middle of the first turn. */
async function playSession(stage: Stage, name: string, command: string) {
  const place = stage.openPlace(name)
  const client = await openConversation(place, {
    script: {
      main: [
        write(place, 'engine.md'),
        { tools: [{ name: 'Bash', input: { command, description: 'In the middle of the session' } }] },
        write(place, 'gearbox.md'),
        'Engine and gearbox are described.',
        write(place, 'brakes.md'),
        'The brakes are described as well.',
      ],
    },
  })
  const started = waitFor('the first worker', () => findLivingWorker(place)) // the first turn begins when it is up
  await client.say('Describe the engine and the gearbox')
  const first = await started
  const second = await waitFor('a living worker after the first turn', () => findLivingWorker(place), 5000)
  await client.say('Now the brakes')
  const { sessionId } = await client.end()
  const { stored } = await settle(place)

  for (const file of ['engine', 'gearbox', 'brakes']) {
    const found = await searchObservations(place, file)
    assert.ok(found.length > 0, `${name}: nothing remembered of ${file}.md`)
  }
  const kept = Buffer.concat(['db.sqlite', 'db.sqlite-wal'].map((file) => readFileSync(join(place.data, file))))
  const called = toolUseIds(place, sessionId)
  assert.equal(called.length, 4)
  for (const id of called) assert.ok(kept.includes(id), `${name}: tool call ${id} is not stored`)
  return { stored, workers: [first.pid, second.pid] as const }
}

function write(place: Place, file: string): Turn {
  const content = `# ${file}\n\nWhat ${file} is for, how it is built, and why it was built that way.\n`
  return { tools: [{ name: 'Write', input: { file_path: join(place.project, file), content } }] }
}

/** From the client's own record of the session. */
function toolUseIds(place: Place, sessionId: string): string[] {
  const projects = join(place.home, '.claude/projects')
  const file = readdirSync(projects, { recursive: true }).find((name) => String(name).endsWith(`${sessionId}.jsonl`))
  assert.ok(file, 'the client wrote no transcript')
  const text = readFileSync(join(projects, String(file)), 'utf8')
  return [...new Set([...text.matchAll(/"type":"tool_use","id":"([^"]+)"/g)].map((match) => match[1] ?? ''))]
}
