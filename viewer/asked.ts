/** One question to the worker as a view holds it: what came of it, whether it is still on its way, what went wrong. */
import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { type ApiError, asApiError } from './api.ts'

export interface Asked<T> {
  answer: Signal<T | undefined>
  problem: Signal<ApiError | undefined>
  waiting: Signal<boolean>
}

/**
 * Asks again whenever a signal that `ask` reads has changed, and drops the answer of the question before. The last answer
 * stays in sight meanwhile.
 */
export function useAsked<T>(ask: (signal: AbortSignal) => Promise<T> | undefined): Asked<T> {
  const answer = useSignal<T | undefined>(undefined)
  const problem = useSignal<ApiError | undefined>(undefined)
  const waiting = useSignal(false)
  useSignalEffect(() => {
    const leaving = new AbortController()
    const asked = ask(leaving.signal)
    if (!asked) return
    waiting.value = true
    asked.then(
      (value) => {
        if (leaving.signal.aborted) return
        answer.value = value
        problem.value = undefined
        waiting.value = false
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return
        problem.value = asApiError(error)
        waiting.value = false
      },
    )
    return () => leaving.abort()
  })
  return { answer, problem, waiting }
}

export interface Sending {
  problem: Signal<ApiError | undefined>
  busy: Signal<boolean>
  /** Answers false when it failed; then `problem` says why. While one is on its way, a second press does nothing. */
  send(change: () => Promise<void>): Promise<boolean>
}

/** One change at a time, and what went wrong with the last one. */
export function useSending(): Sending {
  const problem = useSignal<ApiError | undefined>(undefined)
  const busy = useSignal(false)
  return {
    ...{ problem, busy },
    async send(change) {
      if (busy.peek()) return false
      busy.value = true
      try {
        await change()
        problem.value = undefined
        return true
      } catch (error) {
        problem.value = asApiError(error)
        return false
      } finally {
        busy.value = false
      }
    },
  }
}
