/** One thing a host reports, with Claude Code's own field names (CONTRACT §3). */
import type { Json } from '../../src/memory/event.ts'

export type HostCall =
  | { kind: 'prompt'; text: string }
  | { kind: 'assistant_text'; text: string }
  | ToolCall
  | { kind: 'stop'; text: string }

export interface ToolCall {
  kind: 'tool'
  tool_use_id: string
  tool_name: string
  tool_input: { [key: string]: Json }
  /** PostToolUse's `tool_response`; for a failed call the `error` text of PostToolUseFailure. */
  tool_response: Json
  failed: boolean
}

export function toolUseId(session: string, index: number): string {
  const plain = session.replace(/[^A-Za-z0-9]/g, '').slice(-40)
  return `toolu_${plain}_${String(index).padStart(4, '0')}`
}

export function bashResponse(stdout: string): Json {
  return { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false }
}

/** Claude Code decides by exit status. Here it can only be guessed from the output. */
export function hasFailed(output: string): boolean {
  const end = output.trimEnd().split('\n').slice(-3).join('\n')
  if (/Command exited with code [1-9]/.test(end)) return true
  if (/EXECUTION TIMED OUT|COMMAND FAILED TO EXECUTE|RESTARTING PROCESS/.test(end)) return true
  if (/^(?:\/bin\/)?bash: /m.test(end)) return true
  return (
    output.includes('Traceback (most recent call last)') &&
    /^[\w.]*[A-Z]\w*(?:Error|Exception|Failed|Exit|Configured)\b/m.test(end)
  )
}
