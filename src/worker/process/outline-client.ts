/**
 * The parsing thread as the worker sees it. The first request starts it; some idle minutes end it, which frees its
 * memory. Requests run one after another. One that takes too long ends the thread and gets an error that says so; the
 * next request starts a new thread.
 */
import { Worker } from 'node:worker_threads'
import { MemoryError } from '../../memory/error.ts'
import { atFullSpeed } from './lean-heap.ts'
import type { CodeAsk, CodeCallName, CodeCalls, FromOutline, OutlineStart, ToOutline } from './outline-protocol.ts'

export interface CodeTools {
  ask<Name extends CodeCallName>(name: Name, ask: CodeCalls[Name]['ask']): Promise<CodeCalls[Name]['reply']>
  close(): Promise<void>
}

export interface CodeToolsParts extends OutlineStart {
  onTrouble: (message: string) => void
  script?: URL
  idleMs?: number
  limitMs?: number
}

const IDLE_MS = 3 * 60_000
/** Per request, once the thread is up. */
const LIMIT_MS = 2000
/** Share of the limit: work that can stop early then still has time to build its answer. */
const SOFT_SHARE = 0.6
/** Loading takes a tenth of a second, ten times as long on a busy machine. */
const START_MS = 10_000
/** An agent asks one or two at a time; more than this is a runaway program. */
const MAX_WAITING = 50
/** A parse that needs more ends its own thread, not the worker. */
const HEAP_MB = 256

export function makeCodeTools(parts: CodeToolsParts): CodeTools {
  const limitMs = parts.limitMs ?? LIMIT_MS
  let thread: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let closed = false

  const end = async (): Promise<void> => {
    const leaving = thread
    thread = undefined
    await leaving?.terminate()
  }

  const start = async (): Promise<Worker> => {
    const started = new Worker(parts.script ?? new URL('./outline-thread.mjs', import.meta.url), {
      workerData: { closed: parts.closed } satisfies OutlineStart,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    thread = started
    started.on('error', () => undefined) // pending callers get the error through `nextMessage`; with none pending nobody needs it
    started.on('exit', () => {
      if (thread === started) thread = undefined
    })
    await nextMessage(started, START_MS)
    started.unref()
    return started
  }

  const perform = async (ask: CodeAsk): Promise<unknown> => {
    if (closed) throw new MemoryError('unavailable', 'The worker is shutting down.')
    clearTimeout(idleTimer)
    try {
      const running = thread ?? (await atFullSpeed(start))
      running.postMessage({ ask, withinMs: limitMs * SOFT_SHARE } satisfies ToOutline)
      const answer = await nextMessage(running, limitMs)
      if (answer.kind === 'reply') return answer.reply
      if (answer.kind === 'ready') throw new MemoryError('internal', 'The parsing thread answered out of turn.')
      throw MemoryError.of(answer.error)
    } catch (error) {
      if (error instanceof MemoryError) throw error
      await end()
      if (closed) throw new MemoryError('unavailable', 'The worker is shutting down.')
      throw failureOf(error)
    } finally {
      idleTimer = setTimeout(() => void end(), parts.idleMs ?? IDLE_MS)
      idleTimer.unref()
    }
  }

  const failureOf = (error: unknown): MemoryError => {
    const hint = 'Read the part you need with offset and limit.'
    if (error instanceof Overrun) {
      parts.onTrouble('parsing took too long and was stopped')
      // Not `unavailable`, because doors retry that, and a retry would take just as long.
      return new MemoryError('too_large', `This took longer than ${limitMs / 1000} s and was stopped.`, { hint })
    }
    // Without the message: it may quote the file.
    parts.onTrouble(`the parsing thread ended: ${error instanceof Error ? error.name : 'unknown'}`)
    return new MemoryError('unavailable', 'This could not be parsed.', { hint, cause: error })
  }

  return {
    async ask(name, ask) {
      if (waiting >= MAX_WAITING) {
        throw new MemoryError('unavailable', 'Too many questions about code at once.', { hint: 'Ask again later.' })
      }
      waiting += 1
      const work = last.then(() => perform({ name, ...ask } as CodeAsk)) // name and ask belong together by the signature
      last = work.catch(() => undefined)
      try {
        return (await work) as never // typed by the call's name
      } finally {
        waiting -= 1
      }
    },
    async close() {
      closed = true
      clearTimeout(idleTimer)
      await end()
    },
  }
}

class Overrun extends Error {}

/** Rejects on timeout, and when the thread ends without answering. */
function nextMessage(thread: Worker, withinMs: number): Promise<FromOutline> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new Overrun('no answer in time'))), withinMs)
    const onMessage = (message: FromOutline) => settle(() => resolve(message))
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = () => settle(() => reject(new Error('it ended without an answer')))
    const settle = (then: () => void): void => {
      clearTimeout(timer)
      thread.off('message', onMessage).off('error', onError).off('exit', onExit)
      then()
    }
    thread.on('message', onMessage).on('error', onError).on('exit', onExit)
  })
}
