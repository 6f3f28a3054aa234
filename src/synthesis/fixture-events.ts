/** Small sessions for this room's tests: each call is one event, a second after the one before. */
import type { MemoryEvent } from '../memory/event.ts'
import { commandCall, createdCall, editCall, failedCommand, readCall } from '../memory/tool-call.fixture.ts'
import type { TaskState, ToolCall } from '../memory/tool-call.ts'

export interface SessionWriter {
  events: MemoryEvent[]
  /** To another repository, named by its root; without one, back home. */
  moves: (project?: string) => SessionWriter
  prompt: (text: string) => SessionWriter
  says: (text: string) => SessionWriter
  stops: (text: string) => SessionWriter
  /** Words of the user that start no turn: the reason for refusing a call. */
  refuses: (text: string) => SessionWriter
  answers: (question: string, answer: string) => SessionWriter
  plans: (plan: string) => SessionWriter
  tasks: (...tasks: [text: string, state: TaskState][]) => SessionWriter
  reports: (text: string) => SessionWriter
  compacts: (text: string) => SessionWriter
  reads: (file: string, content: string) => SessionWriter
  edits: (file: string, before: string, after: string) => SessionWriter
  writes: (file: string, content: string) => SessionWriter
  runs: (command: string, stdout: string) => SessionWriter
  fails: (command: string, error: string) => SessionWriter
}

const NO_FILES = { result: 'ok' as const, files: [] }

export const BY = { sessionId: 's1', root: '/repo' }

export function session(
  options: { usage?: (index: number) => { messageId: string; tokens: number } } = {},
): SessionWriter {
  const events: MemoryEvent[] = []
  let moved: { project?: string } = {}
  const folder = () => moved.project ?? BY.root
  const base = () => ({
    sessionId: 's1',
    at: 1000 * (events.length + 1),
    position: events.length,
    origin: 'transcript' as const,
  })
  const tool = (name: string, call: ToolCall) => {
    const id = `toolu_${events.length}`
    const usage = options.usage === undefined ? {} : { usage: options.usage(events.length) }
    events.push({ ...base(), ...usage, kind: 'tool', key: `t:${id}`, toolUseId: id, tool: name, call })
    return writer
  }
  const writer: SessionWriter = {
    events,
    moves: (project) => {
      moved = project === undefined ? {} : { project }
      return writer
    },
    prompt: (text) => {
      events.push({ ...base(), ...moved, kind: 'prompt', key: `p:${events.length}`, text, machineMade: false })
      return writer
    },
    says: (text) => {
      events.push({ ...base(), ...moved, kind: 'assistant_text', key: `m:${events.length}:0`, text })
      return writer
    },
    stops: (text) => {
      events.push({ ...base(), kind: 'stopped', key: `e:${events.length}`, text, failed: false })
      return writer
    },
    refuses: (text) => {
      const id = `r:${events.length}`
      events.push({ ...base(), kind: 'prompt', key: id, text, machineMade: false, beside: 'refusal' })
      return writer
    },
    answers: (question, answer) =>
      tool('AskUserQuestion', { ...NO_FILES, act: 'question', asked: [{ question, answer }] }),
    plans: (plan) => tool('ExitPlanMode', { ...NO_FILES, act: 'plan', plan }),
    tasks: (...tasks) =>
      tool('TodoWrite', {
        ...NO_FILES,
        act: 'tasks',
        whole: true,
        tasks: tasks.map(([text, state]) => ({ id: text, text, state })),
      }),
    reports: (text) => {
      events.push({ ...base(), kind: 'reported', key: `a:${events.length}`, text })
      return writer
    },
    compacts: (text) => {
      events.push({ ...base(), kind: 'compacted', key: `c:${events.length}`, text })
      return writer
    },
    reads: (file, content) => tool('Read', readCall(`${folder()}/${file}`, content)),
    edits: (file, before, after) => tool('Edit', editCall(`${folder()}/${file}`, before, after)),
    writes: (file, content) => tool('Write', createdCall(`${folder()}/${file}`, content)),
    runs: (command, stdout) => tool('Bash', commandCall(command, stdout)),
    fails: (command, error) => tool('Bash', failedCommand(command, `Exit code 1\n${error}`)),
  }
  return writer
}
