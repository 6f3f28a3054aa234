/** A session's JSONL transcript as the host writes it (CONTRACT §9): one object a line, appended before the hook runs. */
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import type { ToolCall } from '../../bench/trajectories/host-call.ts'

export interface Transcript {
  path: string
  prompt(text: string, promptId: string): void
  assistantText(text: string): void
  /** The call and, on a later line, its outcome. */
  tool(call: ToolCall): void
}

export function openTranscript(by: { path: string; sessionId: string; cwd: string }): Transcript {
  let parentUuid: string | null = null
  let promptId = randomUUID() as string

  const append = (line: Record<string, unknown>) => {
    const uuid = randomUUID()
    const envelope = {
      parentUuid,
      isSidechain: false,
      promptId,
      ...line,
      uuid,
      timestamp: new Date().toISOString(),
      cwd: by.cwd,
      sessionId: by.sessionId,
      version: '2.1.325',
      gitBranch: 'HEAD',
    }
    appendFileSync(by.path, `${JSON.stringify(envelope)}\n`)
    parentUuid = uuid
  }
  const assistant = (block: Record<string, unknown>) =>
    append({
      type: 'assistant',
      message: {
        id: `msg_${randomUUID()}`,
        role: 'assistant',
        content: [block],
        usage: {
          input_tokens: 20,
          output_tokens: 120,
          cache_read_input_tokens: 4000,
          cache_creation_input_tokens: 300,
        },
      },
    })

  return {
    path: by.path,
    prompt(text, id) {
      promptId = id
      append({ type: 'user', message: { role: 'user', content: text } })
    },
    assistantText: (text) => assistant({ type: 'text', text }),
    tool(call) {
      assistant({ type: 'tool_use', id: call.tool_use_id, name: call.tool_name, input: call.tool_input })
      const shown = typeof call.tool_response === 'string' ? call.tool_response : JSON.stringify(call.tool_response)
      append({
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: call.tool_use_id, content: shown, is_error: call.failed }],
        },
        toolUseResult: call.failed ? `Error: ${shown}` : call.tool_response,
      })
    },
  }
}
