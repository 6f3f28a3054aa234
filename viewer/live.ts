/** Knowing at once that something changed; where the worker cannot tell, by looking every few seconds. */
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { LiveChange } from '../src/worker/protocol/live.ts'
import { listen } from './api.ts'

const LOOK_MS = 3000
const MOST_HEARD = 6

export interface Live {
  /** Grows with every change, and with every look. */
  looks: Signal<number>
  listening: Signal<boolean>
  /** What this page has heard, the newest first. */
  heard: Signal<(LiveChange & { at: number })[]>
}

export function useLive(): Live {
  const live: Live = { looks: useSignal(0), listening: useSignal(false), heard: useSignal([]) }
  useEffect(() => {
    const leaving = new AbortController()
    void follow(live, leaving.signal)
    return () => leaving.abort()
  }, [])
  return live
}

async function follow({ looks, listening, heard }: Live, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await listen<LiveChange>('/api/events', {
        signal,
        onOpen() {
          listening.value = true
          looks.value += 1 // what happened between two streams was not told
        },
        onEvent(change) {
          heard.value = [{ ...change, at: Date.now() }, ...heard.value].slice(0, MOST_HEARD)
          looks.value += 1
        },
      })
    } catch {
      listening.value = false
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      if (!document.hidden) looks.value += 1
    }
  }
}
