/** The Messages API on loopback: plays a scripted reply, whole or streamed, and records what it was sent. */
import { parseOrNothing } from '../../src/synthesis/providers/json.ts'
import { type Answer, events, type ModelServer, type Received, startModelServer } from './model-server.ts'

const STOPS = { end: 'end_turn', limit: 'max_tokens', refusal: 'refusal' }
const ERROR_TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

export function startAnthropicStandin(): Promise<ModelServer> {
  return startModelServer({
    answer,
    error: ({ status, says }) => ({
      type: 'error',
      error: { type: ERROR_TYPES[status] ?? 'api_error', message: says ?? 'scripted failure' },
    }),
  })
}

function answer(play: Answer, body: Received['body']) {
  const { input, cacheWrite, cacheRead, output } = play.usage ?? { input: 100, cacheWrite: 0, cacheRead: 0, output: 20 }
  const inputSide = {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
  }
  const stop = play.stop ?? 'end'
  // The real API calls the tool when forced to; with `written` it acts like a gateway that dropped the tool.
  const tool = body.tools?.[0]
  const called = !play.written && stop !== 'refusal' && tool !== undefined
  const block = called
    ? { type: 'tool_use', id: 'toolu_1', name: tool.name, input: parseOrNothing(play.text) ?? {} }
    : { type: 'text', text: play.text }
  const stopReason = called && stop === 'end' ? 'tool_use' : STOPS[stop]
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: body.model, stop_sequence: null }
  const half = Math.floor(play.text.length / 2)
  const delta = (text: string) =>
    called ? { type: 'input_json_delta', partial_json: text } : { type: 'text_delta', text }
  return {
    json: {
      ...message,
      content: play.text === '' ? [] : [block],
      stop_reason: stopReason,
      usage: { ...inputSide, output_tokens: output },
    },
    events: events(
      { type: 'message_start', message: { ...message, content: [], usage: { ...inputSide, output_tokens: 1 } } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: called ? { ...block, input: {} } : { type: 'text', text: '' },
      },
      { type: 'ping' },
      { type: 'content_block_delta', index: 0, delta: delta(play.text.slice(0, half)) },
      { type: 'content_block_delta', index: 0, delta: delta(play.text.slice(half)) },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: stopReason, stop_sequence: null },
        usage: { output_tokens: output },
      },
      { type: 'message_stop' },
    ),
  }
}
