/**
 * A stand-in for the Messages API on loopback: it plays a script of assistant turns to the real client and records every
 * request, so that a check can say what text reached the model. The client always streams, so only streaming is spoken.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ToolCall {
  name: string
  input: Record<string, unknown>
}

/** Plain text, text with tool calls, or a refusal with an HTTP status. */
export type Turn = string | { text?: string; tools?: ToolCall[] } | { status: number; message: string }

export interface Script {
  /** Turns of the main thread, in order; a function is asked when its turn comes. */
  main: (Turn | (() => Turn))[]
  /** What every subagent plays. */
  subagent?: Turn[]
  /** When `main` has run out. */
  otherwise?: Turn
}

export interface RecordedRequest {
  kind: 'main' | 'subagent' | 'compact'
  sessionId: string
  /** Every string of the body, in order: where the client puts injected text differs between models. */
  text: string
  /** The tools the model was offered, as the client wrote them. */
  tools: { name: string }[]
}

export interface ScriptedModel {
  port: number
  requests: RecordedRequest[]
  close: () => Promise<void>
}

type Block =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }

/** Stands in the client's request for a summary, which has no mark of its own. */
const COMPACT_INSTRUCTION = 'Respond with TEXT ONLY. Do NOT call any tools'
const COMPACT_SUMMARY = '<analysis>scripted</analysis>\n<summary>THE SCRIPTED SUMMARY</summary>'

export async function startModel(script: Script): Promise<ScriptedModel> {
  const requests: RecordedRequest[] = []
  /** How many turns each thread has had: the main one, and one per subagent. */
  const played = new Map<string, number>()

  function nextTurn(kind: RecordedRequest['kind'], agent: string): Turn {
    if (kind === 'compact') return COMPACT_SUMMARY
    const at = played.get(agent) ?? 0
    played.set(agent, at + 1)
    const turn = (kind === 'subagent' ? (script.subagent ?? []) : script.main)[at] ?? script.otherwise ?? 'Done.'
    return typeof turn === 'function' ? turn() : turn
  }

  const server = createServer((request, response) => {
    const answer = (raw: string) => {
      const body = JSON.parse(raw || '{}') as { tools?: { name: string }[] } // the client's own request
      const text = stringsOf(body).join('\n')
      const agent = String(request.headers['x-claude-code-agent-id'] ?? '')
      const kind = text.includes(COMPACT_INSTRUCTION) ? 'compact' : agent ? 'subagent' : 'main'
      const sessionId = String(request.headers['x-claude-code-session-id'] ?? '')
      requests.push({ kind, sessionId, text, tools: body.tools ?? [] })
      play(response, nextTurn(kind, agent))
    }
    readAll(request)
      .then(answer)
      .catch((error: Error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // a TCP server that listens has an address of this kind
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function play(response: ServerResponse, turn: Turn): void {
  if (typeof turn === 'object' && 'status' in turn) {
    response.writeHead(turn.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: turn.message } }))
    return
  }
  const content = blocksOf(turn)
  const stopReason = content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn'
  const usage = { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 20 }
  const message = {
    id: newId('msg'),
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [],
    stop_reason: null,
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  send('message_start', { message: { ...message, stop_sequence: null, usage } })
  for (const [index, block] of content.entries()) {
    if (block.type === 'text') {
      send('content_block_start', { index, content_block: { type: 'text', text: '' } })
      send('content_block_delta', { index, delta: { type: 'text_delta', text: block.text } })
    } else {
      send('content_block_start', { index, content_block: { ...block, input: {} } })
      send('content_block_delta', {
        index,
        delta: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      })
    }
    send('content_block_stop', { index })
  }
  send('message_delta', { delta: { stop_reason: stopReason, stop_sequence: null }, usage })
  send('message_stop', {})
  response.end()
}

function blocksOf(turn: Exclude<Turn, { status: number }>): Block[] {
  const { text, tools = [] } = typeof turn === 'string' ? { text: turn } : turn
  const calls = tools.map(({ name, input }): Block => ({ type: 'tool_use', id: newId('toolu'), name, input }))
  return text === undefined ? calls : [{ type: 'text', text }, ...calls]
}

/** New in every run: the client merges transcript lines whose message ids are equal, so a resumed session would lose turns. */
function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) text += chunk
  return text
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsOf)
}
