/** Chat completions on loopback: plays a scripted reply, whole or streamed, and records what it was sent. */
import { type Answer, events, type ModelServer, type Received, startModelServer } from './model-server.ts'

const STOPS = { end: 'stop', limit: 'length', refusal: 'stop' }

export function startOpenAiStandin(): Promise<ModelServer> {
  return startModelServer({
    answer,
    error: ({ status, says }) => ({ error: { message: says ?? 'scripted failure', type: 'scripted', code: status } }),
  })
}

function answer(play: Answer, body: Received['body']) {
  const { input, cacheWrite, cacheRead, output } = play.usage ?? { input: 100, cacheWrite: 0, cacheRead: 0, output: 20 }
  const usage = {
    prompt_tokens: input + cacheWrite + cacheRead,
    completion_tokens: output,
    prompt_tokens_details: { cached_tokens: cacheRead },
  }
  const stop = play.stop ?? 'end'
  const said = stop === 'refusal' ? { content: null, refusal: play.text } : { content: play.text, refusal: null }
  const common = { id: 'chatcmpl-1', created: 1, model: body.model }
  const chunk = (delta: object, finish: string | null = null) => ({
    ...common,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const half = Math.floor(play.text.length / 2)
  const field = stop === 'refusal' ? 'refusal' : 'content'
  return {
    json: {
      ...common,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', ...said }, finish_reason: STOPS[stop] }],
      usage,
    },
    events: events(
      chunk({ role: 'assistant', content: '' }),
      chunk({ [field]: play.text.slice(0, half) }),
      chunk({ [field]: play.text.slice(half) }),
      chunk({}, STOPS[stop]),
      { ...chunk({}), choices: [], usage },
      'data: [DONE]\n\n',
    ),
  }
}
