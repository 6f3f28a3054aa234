/** Small turns of work: as spool files like those of our hooks, and as rows of a database no worker has opened yet. */

import { keptToolEvent } from '../../src/capture/kept-event.ts'
import { writeSpoolFile } from '../../src/capture/spool-file.ts'
import type { MemoryEvent } from '../../src/memory/event.ts'
import { commandCall } from '../../src/memory/tool-call.fixture.ts'
import type { Database } from '../../src/store/database.ts'
import { findWaitingSession } from '../../src/store/events.ts'
import { keepEvent } from '../../src/store/keep-event.ts'
import { putProject, putSession } from '../../src/store/sessions.ts'
import { distilSession } from '../../src/worker/writer/distil/distil.ts'
import { common } from './hook.ts'
import type { Place } from './place.ts'

export interface Turn {
  sessionId: string
  n: number
}

/** A unique word of each turn, to find its memory by. */
export const wordOf = ({ sessionId, n }: Turn) => `limit${sessionId.replace(/\W/g, '')}x${n}`

/** What the hooks of one turn deliver: a prompt, an edit, a test run, and the end of the turn or session. */
export function spoolTurn(place: Place, turn: Turn, by: { end?: boolean } = {}): void {
  const { sessionId, n } = turn
  const edit = editOf(place.project, turn)
  const tool = (id: string, name: string, tool_input: object, tool_response: object) => ({
    ...common(place, 'PostToolUse', { sessionId }),
    tool_name: name,
    tool_use_id: `toolu_${sessionId}_${n}_${id}`,
    tool_input,
    tool_response,
  })
  const payloads: [string, object][] = [
    [
      'UserPromptSubmit',
      {
        ...common(place, 'UserPromptSubmit', { sessionId }),
        prompt: promptOf(turn),
        prompt_id: `p-${sessionId}-${n}`,
      },
    ],
    ['PostToolUse', tool('edit', 'Edit', edit.input, edit.output)],
    ['PostToolUse', tool('test', 'Bash', RUN, { stdout: PASSED, stderr: '', interrupted: false })],
    ['Stop', { ...common(place, 'Stop', { sessionId }), last_assistant_message: wordsOf(turn) }],
    ...(by.end
      ? [['SessionEnd', { ...common(place, 'SessionEnd', { sessionId }), reason: 'other' }] as [string, object]]
      : []),
  ]
  for (const [event, payload] of payloads) {
    writeSpoolFile(place.data.spool, {
      event,
      pid: nextPid(),
      entrypoint: 'cli',
      projectDir: place.project,
      payload: Buffer.from(JSON.stringify(payload)),
    })
  }
}

/** Stores and distils whole sessions; `turnMs` apart, the last turn at `until`. Returns the spans of their turns. */
export function storeTurns(
  db: Database,
  by: { project: string; sessionId: string; turns: number; until: number; turnMs: number },
): { session: number; spans: { from: number; to: number }[] } {
  const { sessionId, turns, until, turnMs } = by
  const project = { id: by.project, name: 'shop', root: by.project }
  putProject(db, project, until)
  const first = until - turns * turnMs
  const seen = { sessionId, project: project.id, cwd: project.root, transcriptPath: undefined, entrypoint: 'cli' }
  const session = putSession(db, { ...seen, at: first })
  const spans = Array.from({ length: turns }, (_, n) => {
    const at = first + n * turnMs
    for (const event of eventsOf(project.root, { sessionId, n }, at)) {
      putSession(db, { ...seen, at: event.at })
      keepEvent(db, { session, project: project.id, event })
    }
    return { from: at, to: at + 10 }
  })
  const waiting = findWaitingSession(db, session)
  if (waiting) distilSession(db, waiting)
  return { session, spans }
}

function eventsOf(root: string, turn: Turn, at: number): MemoryEvent[] {
  const { sessionId, n } = turn
  const base = { sessionId, origin: 'hook' as const }
  const tool = (id: string) => ({
    ...base,
    kind: 'tool' as const,
    key: `t:${sessionId}-${n}-${id}`,
    toolUseId: `${sessionId}-${n}-${id}`,
  })
  return [
    { ...base, kind: 'prompt', key: `p:${sessionId}-${n}`, at, text: promptOf(turn), machineMade: false },
    keptToolEvent({
      ...tool('edit'),
      at: at + 1,
      host: 'claude-code',
      tool: 'Edit',
      failed: false,
      ...editOf(root, turn),
    }),
    { ...tool('test'), at: at + 2, tool: 'Bash', call: commandCall(RUN.command, PASSED) },
    { ...base, kind: 'stopped', key: `e:${sessionId}-${n}`, at: at + 3, text: wordsOf(turn), failed: false },
  ]
}

const RUN = { command: 'npm test', description: 'Run the tests of the shop' }
const PASSED = 'ok 1 - counts every code once\nok 2 - rounds to whole cents\n# pass 2\n# fail 0'

function promptOf(turn: Turn): string {
  return `Please raise ${wordOf(turn)} in the shop`
}

function wordsOf(turn: Turn): string {
  return `${wordOf(turn)} is now ${turn.n + 50}, because orders of wholesale customers were refused.`
}

function editOf(root: string, turn: Turn) {
  const file = `${root}/src/rules-${turn.n}.js`
  const [before, after] = [`const ${wordOf(turn)} = ${turn.n}`, `const ${wordOf(turn)} = ${turn.n + 50}`]
  const lines = [` export function check${turn.n}(order) {`, `-  ${before}`, `+  ${after}`]
  return {
    input: { file_path: file, old_string: before, new_string: after },
    output: { filePath: file, structuredPatch: [{ oldStart: 4, newStart: 4, oldLines: 2, newLines: 2, lines }] },
  }
}

let pids = 1000

/** The order of spool files within one tick of the clock. */
function nextPid(): number {
  pids += 1
  return pids
}
