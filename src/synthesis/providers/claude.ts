/**
 * The user's own Claude Code as a model: their login, their plan, no key. One child at a time for all callers. A child
 * has one conversation; another session, another system prompt or a long conversation gets a new child, which is sent
 * the preamble.
 */
import { accessSync, constants } from 'node:fs'
import { type ClaudeOptions, ClaudeProcess } from './claude-process.ts'
import { playTurn } from './claude-turn.ts'
import { FREE, type ModelAnswer, type ModelRequest, type Provider, ProviderError } from './provider.ts'
import { totalTokens } from './token-usage.ts'

export interface ClaudeProviderOptions {
  executable: string | undefined
  model: string
  cwd: string
  env: Record<string, string>
  /** Calls back after a while, unless the returned function was called first. */
  after?: (ms: number, call: () => void) => () => void
}

/** From the design: beyond this the running summary is cheaper than the conversation. */
const MAX_CONVERSATION_TOKENS = 20_000
/** 3 minutes without a question: a plain limit; a new child costs a second, an idle one its memory. */
const IDLE_MS = 3 * 60_000

interface Conversation {
  child: ClaudeProcess
  id: string
  system: string
  maxOutputTokens: number
  /** Size of the model's context at the last turn. */
  tokens: number
}

type Asking = Parameters<Provider['ask']>[1]

/** Must be closed: it has a child. */
export class ClaudeProvider implements Provider {
  readonly name = 'claude'
  readonly model: string
  readonly #by: ClaudeProviderOptions
  readonly #after: NonNullable<ClaudeProviderOptions['after']>
  #conversation: Conversation | undefined
  /** Settles when the last child that was told to end has ended. */
  #gone: Promise<void> = Promise.resolve()
  /** Settles when all earlier callers have been answered. */
  #queue: Promise<void> = Promise.resolve()
  #stopIdle = () => {}
  #closed = false

  constructor(by: ClaudeProviderOptions) {
    this.#by = by
    this.#after = by.after ?? callAfter
    this.model = by.model
  }

  /** The child's process group, while there is one. */
  get pid(): number | undefined {
    return this.#conversation?.child.pid
  }

  async ask(request: ModelRequest, by: Asking): Promise<ModelAnswer> {
    const before = this.#queue
    const turn = Promise.withResolvers<void>()
    this.#queue = before.then(() => turn.promise)
    try {
      await unlessAborted(before, by.signal)
      return await this.#answer(request, by)
    } finally {
      turn.resolve()
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#stopIdle()
    await this.#endConversation()
    await this.#queue
  }

  async #answer(request: ModelRequest, by: Asking): Promise<ModelAnswer> {
    const executable = usable(this.#by.executable)
    const open = this.#conversation
    const continued = open !== undefined && fits(open, request) && isAffordable(open, by)
    if (!continued) await this.#endConversation()
    if (by.signal.aborted || this.#closed) throw tooLate()
    const carriedTokens = continued ? open.tokens : 0
    if (!continued) by.onAttempt({ carriedTokens })
    this.#stopIdle()
    const conversation = continued ? open : this.#open(request, executable)
    const texts = continued ? [request.prompt] : [request.preamble, request.prompt]
    const turn = await playTurn(conversation.child, {
      text: texts.filter((text) => text !== '').join('\n\n'),
      model: this.model,
      maxOutputTokens: request.maxOutputTokens,
      signal: by.signal,
      onRetry: (status) => by.onAttempt({ carriedTokens, before: isRefusal(status) ? FREE : undefined }),
    })
    if (turn.kind === 'answered' && !turn.over) {
      conversation.tokens = totalTokens(turn.answer.usage)
      this.#stopIdle = this.#after(IDLE_MS, () => void this.#endConversation())
      return turn.answer
    }
    // A failed child has the failure in its conversation: the next question gets a new one, which waits for its end.
    void this.#endConversation()
    if (turn.kind === 'answered') return turn.answer
    throw this.#closed ? tooLate() : turn.error
  }

  #open(request: ModelRequest, executable: string): Conversation {
    const { system, maxOutputTokens } = request
    const child = startChild({ ...this.#by, executable, system, maxOutputTokens })
    const conversation = { child, id: request.conversation, system, maxOutputTokens, tokens: 0 }
    this.#conversation = conversation
    void child.ended.then(() => {
      if (this.#conversation === conversation) this.#conversation = undefined // it died while idle
    })
    return conversation
  }

  async #endConversation(): Promise<void> {
    const conversation = this.#conversation
    this.#conversation = undefined
    if (conversation) this.#gone = conversation.child.end()
    await this.#gone
  }
}

function fits(open: Conversation, request: ModelRequest): boolean {
  return (
    open.id === request.conversation &&
    open.system === request.system &&
    open.maxOutputTokens === request.maxOutputTokens &&
    open.tokens < MAX_CONVERSATION_TOKENS
  )
}

/** An open conversation's context may exceed the day's rest when a new one would still fit. */
function isAffordable(open: Conversation, by: Asking): boolean {
  if (by.signal.aborted) return false
  try {
    by.onAttempt({ carriedTokens: open.tokens })
    return true
  } catch {
    return false // the new conversation is paid for separately, and errors from that are passed on
  }
}

/** After a 5xx it is unknown whether a model did any work. */
function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500
}

function startChild(by: ClaudeOptions): ClaudeProcess {
  try {
    return new ClaudeProcess(by)
  } catch (cause) {
    throw new ProviderError('no_executable', 'Claude Code cannot be started.', { cause })
  }
}

function usable(executable: string | undefined): string {
  const hint = 'Install Claude Code, or choose another provider.'
  if (executable === undefined) throw new ProviderError('no_executable', 'Claude Code was not found.', { hint })
  try {
    accessSync(executable, constants.X_OK)
    return executable
  } catch (cause) {
    throw new ProviderError('no_executable', `There is no executable at ${executable}.`, { cause, hint })
  }
}

function unlessAborted(before: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(tooLate())
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(tooLate())
    signal.addEventListener('abort', onAbort, { once: true })
    before.then(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, reject)
  })
}

function tooLate(): ProviderError {
  return new ProviderError('timeout', 'The model was not asked: the time was up.')
}

function callAfter(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
