/** A session as the host runs it: every line goes to the transcript first, then to the real hook. */
import { join } from 'node:path'
import type { ToolCall } from '../../bench/trajectories/host-call.ts'
import { openTranscript } from '../faults/transcript.ts'
import { common, prompt, runHook, sessionStart } from './hook.ts'
import type { Place } from './place.ts'
import { call, settle } from './worker.ts'

export interface HostSession {
  /** What the agent is told at session start; '' if nothing. */
  starts(): Promise<string>
  asks(text: string): Promise<void>
  edits(file: string, before: string, after: string): Promise<void>
  runs(command: string, stdout: string): Promise<void>
  /** The user refuses a command and says why. */
  refuses(command: string, reason: string): Promise<void>
  /** A message on the way, followed by another call. */
  says(text: string): void
  /** The last words of a turn. */
  closes(text: string): Promise<void>
  ends(): Promise<void>
}

export function hostSession(place: Place, sessionId: string): HostSession {
  const path = join(place.transcripts, `${sessionId}.jsonl`)
  const transcript = openTranscript({ path, sessionId, cwd: place.project })
  let count = 0
  const nextId = () => `toolu_${sessionId}_${++count}`
  const use = async (tool: Omit<ToolCall, 'kind' | 'failed' | 'tool_use_id'>) => {
    const one = { ...tool, tool_use_id: nextId() }
    transcript.tool({ ...one, kind: 'tool', failed: false })
    await runHook(place, { event: 'PostToolUse', payload: { ...common(place, 'PostToolUse', { sessionId }), ...one } })
  }
  return {
    async starts() {
      const { stdout } = await runHook(place, { event: 'SessionStart', payload: sessionStart(place, sessionId) })
      if (stdout === '') return ''
      return (JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput
        .additionalContext // our own worker's JSON
    },
    async asks(text) {
      const promptId = `prompt-${sessionId}-${++count}`
      transcript.prompt(text, promptId)
      await runHook(place, { event: 'UserPromptSubmit', payload: prompt(place, { sessionId, text, promptId }) })
    },
    async edits(file, before, after) {
      const filePath = join(place.project, file)
      const marked = (text: string, mark: string) => text.split('\n').map((line) => `${mark}${line}`)
      const lines = [...marked(before, '-'), ...marked(after, '+')]
      const patch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines }]
      await use({
        tool_name: 'Edit',
        tool_input: { file_path: filePath, old_string: before, new_string: after },
        tool_response: { filePath, oldString: before, newString: after, structuredPatch: patch },
      })
    },
    async runs(command, stdout) {
      const tool_response = { stdout, stderr: '', interrupted: false, isImage: false }
      await use({ tool_name: 'Bash', tool_input: { command }, tool_response })
    },
    async refuses(command, reason) {
      transcript.tool({
        kind: 'tool',
        tool_use_id: nextId(),
        tool_name: 'Bash',
        tool_input: { command },
        tool_response: `The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\n${reason}`,
        failed: true,
      })
    },
    says: (text) => transcript.assistantText(text),
    async closes(text) {
      transcript.assistantText(text)
      const payload = { ...common(place, 'Stop', { sessionId }), last_assistant_message: text }
      await runHook(place, { event: 'Stop', payload })
    },
    async ends() {
      await runHook(place, {
        event: 'SessionEnd',
        payload: { ...common(place, 'SessionEnd', { sessionId }), reason: 'other' },
      })
      await settle(place)
    },
  }
}

export interface Remembered {
  /** Title, text and facts of each memory of the session, one text each. */
  memories: { id: number; type: string; title: string; text: string }[]
  summary: { request: string; completion: string; learnings: string; next_steps: string } | null
}

/** What the worker says about the session over HTTP. */
export async function rememberedOf(place: Place, sessionId: string): Promise<Remembered> {
  const recent = await call<{
    sessions: { session: { session_id: string }; summary: Remembered['summary']; observations: { id: number }[] }[]
  }>(place, 'GET', `/api/search/recent-context?limit=20&cwd=${encodeURIComponent(place.project)}`)
  const found = recent.sessions.find(({ session }) => session.session_id === sessionId)
  const ids = found?.observations.map(({ id }) => id) ?? []
  const rows =
    ids.length === 0
      ? []
      : (
          await call<{ results: { id: number; type: string; title: string; narrative: string; facts: string[] }[] }>(
            place,
            'POST',
            '/api/observations/batch',
            { ids },
          )
        ).results
  const memories = rows.map(({ id, type, title, narrative, facts }) => ({
    id,
    type,
    title,
    text: [title, narrative, ...facts].join('\n'),
  }))
  return { memories, summary: found?.summary ?? null }
}
