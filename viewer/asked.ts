/** One question to the worker as a view holds it: what came of it, whether it is still on its way, what went wrong. */
import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { ApiError } from './api.ts'

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
        problem.value = error instanceof ApiError ? error : new ApiError({ code: 'internal', message: String(error) })
        waiting.value = false
      },
    )
    return () => leaving.abort()
  })
  return { answer, problem, waiting }
}
