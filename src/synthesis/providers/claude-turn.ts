/**
 * One prompt to the child and its outcome. After an answer that was cut off, refused or empty, the client would
 * continue on its own with up to three more calls nobody has paid for, so the turn is ended there.
 */
import { estimateTokens } from '../../memory/token-estimate.ts'
import type { ClaudeLine } from './claude-line.ts'
import type { ClaudeProcess } from './claude-process.ts'
import { troubleOfDeadline, troubleOfEnd, troubleOfResult } from './claude-trouble.ts'
import { type ModelAnswer, ProviderError, type TokenUsage } from './provider.ts'

/** `over`: the child must not be asked again. */
export type ClaudeTurn = { kind: 'answered'; answer: ModelAnswer; over: boolean } | { kind: 'failed'; error: unknown }

export interface TurnOptions {
  text: string
  model: string
  maxOutputTokens: number
  signal: AbortSignal
  /** With the status of the failure, if there was a reply. */
  onRetry: (status: number | undefined) => void
}

export async function playTurn(child: ClaudeProcess, by: TurnOptions): Promise<ClaudeTurn> {
  const { promise, resolve } = Promise.withResolvers<ClaudeTurn>()
  const fail = (error: unknown) => resolve({ kind: 'failed', error })
  const said: ModelWords = { text: '', usage: undefined, model: by.model }
  let lastRetry: { status: number | undefined } | undefined
  const onAbort = () => fail(troubleOfDeadline(lastRetry))
  by.signal.addEventListener('abort', onAbort, { once: true })

  void child.ended.then((ended) => fail(troubleOfEnd(ended)))
  child.say(by.text, (line) => {
    if (line === 'unreadable') return fail(new ProviderError('bad_answer', 'Claude Code printed something unreadable.'))
    if (line.kind === 'ready') {
      said.model = line.model
      if (line.atHand.length > 0) fail(armed(line.atHand))
    }
    if (line.kind === 'said') {
      said.text += line.text
      said.usage = line.usage ?? said.usage
      lastRetry = undefined
    }
    if (line.kind === 'retries') {
      lastRetry = line
      said.text = '' // discard an answer that broke off
      try {
        by.onRetry(line.status)
      } catch (error) {
        fail(error)
      }
    }
    if (line.kind === 'goes_on') resolve(cutShort(said, line, by))
    if (line.kind === 'result') resolve(finished(said, line))
  })
  try {
    return await promise
  } finally {
    by.signal.removeEventListener('abort', onAbort)
  }
}

interface ModelWords {
  text: string
  usage: TokenUsage | undefined
  model: string
}

function finished(said: ModelWords, result: ClaudeLine & { kind: 'result' }): ClaudeTurn {
  const { usage } = result
  if (result.refused)
    return { kind: 'failed', error: new ProviderError('refused', 'The model refused to answer.', { usage }) }
  if (result.failed) return { kind: 'failed', error: troubleOfResult(result) }
  const text = said.text || result.text
  if (text === '')
    return { kind: 'failed', error: new ProviderError('bad_answer', 'The model’s answer is empty.', { usage }) }
  return { kind: 'answered', answer: { text, usage, model: said.model, truncated: false }, over: false }
}

/** Its next call may already be running: everything said so far is counted once more, as the input of that call. */
function cutShort(said: ModelWords, line: { refused: boolean }, by: TurnOptions): ClaudeTurn {
  const first = said.usage ?? { input: estimateTokens(by.text), cacheWrite: 0, cacheRead: 0, output: 0 }
  const truncated = !line.refused && said.text !== ''
  // The known count is from the beginning of the answer; one that was cut off has used up its limit.
  const output = truncated ? by.maxOutputTokens : Math.max(first.output, estimateTokens(said.text))
  const again = first.input + first.cacheWrite + first.cacheRead + output
  const usage = { ...first, input: first.input + again, output }
  if (line.refused)
    return { kind: 'failed', error: new ProviderError('refused', 'The model refused to answer.', { usage }) }
  if (!truncated)
    return { kind: 'failed', error: new ProviderError('bad_answer', 'The model’s answer is empty.', { usage }) }
  return { kind: 'answered', answer: { text: said.text, usage, model: said.model, truncated }, over: true }
}

function armed(atHand: string[]): ProviderError {
  const message = `This Claude Code starts with tools although it was told not to (${atHand.slice(0, 3).join(', ')}).`
  return new ProviderError('no_executable', message, { hint: 'Update Claude Code, or choose another provider.' })
}
