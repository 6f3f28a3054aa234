/** Small sessions for this room's tests: each call is one event, a second after the one before. */
import type { Json, MemoryEvent } from '../memory/event.ts'

export interface SessionWriter {
  events: MemoryEvent[]
  prompt: (text: string) => SessionWriter
  says: (text: string) => SessionWriter
  stops: (text: string) => SessionWriter
  reads: (file: string, content: string) => SessionWriter
  edits: (file: string, before: string, after: string) => SessionWriter
  writes: (file: string, content: string) => SessionWriter
  runs: (command: string, stdout: string) => SessionWriter
  fails: (command: string, error: string) => SessionWriter
}

export const BY = { sessionId: 's1', root: '/repo' }

export function session(
  options: { usage?: (index: number) => { messageId: string; tokens: number } } = {},
): SessionWriter {
  const events: MemoryEvent[] = []
  const base = () => ({
    sessionId: 's1',
    at: 1000 * (events.length + 1),
    position: events.length,
    origin: 'transcript' as const,
  })
  const tool = (name: string, input: Json, output: Json, failed: boolean) => {
    const id = `toolu_${events.length}`
    const usage = options.usage === undefined ? {} : { usage: options.usage(events.length) }
    events.push({ ...base(), ...usage, kind: 'tool', key: `t:${id}`, toolUseId: id, tool: name, input, output, failed })
    return writer
  }
  const writer: SessionWriter = {
    events,
    prompt: (text) => {
      events.push({ ...base(), kind: 'prompt', key: `p:${events.length}`, text, machineMade: false })
      return writer
    },
    says: (text) => {
      events.push({ ...base(), kind: 'assistant_text', key: `m:${events.length}:0`, text })
      return writer
    },
    stops: (text) => {
      events.push({ ...base(), kind: 'stopped', key: `e:${events.length}`, text, failed: false })
      return writer
    },
    reads: (file, content) =>
      tool(
        'Read',
        { file_path: `/repo/${file}` },
        { type: 'text', file: { filePath: `/repo/${file}`, content, startLine: 1 } },
        false,
      ),
    edits: (file, before, after) =>
      tool(
        'Edit',
        { file_path: `/repo/${file}`, old_string: before, new_string: after },
        { filePath: `/repo/${file}` },
        false,
      ),
    writes: (file, content) =>
      tool(
        'Write',
        { file_path: `/repo/${file}`, content },
        { type: 'create', filePath: `/repo/${file}`, content, structuredPatch: [] },
        false,
      ),
    runs: (command, stdout) => tool('Bash', { command }, { stdout, stderr: '', interrupted: false }, false),
    fails: (command, error) => tool('Bash', { command }, `Exit code 1\n${error}`, true),
  }
  return writer
}
