/**
 * How long an input itself took, whatever else the machine does. A clock counts the time in which a process wanted to run and
 * others had the processor, too. Linux keeps that time for each thread, and it is taken off; what the worker computes, and what it
 * waits for without a reason, stays. Where the kernel does not say, the clock counts.
 */
import { readdirSync, readFileSync } from 'node:fs'

export interface Times {
  /** By the clock. */
  wallMs: number
  /** Of the processor, used by the worker. */
  workerMs: number
  /** In which a thread of the worker or this process was ready and had to wait for a processor. */
  stalledMs: number
}

/** Call it when the input is handed in, and what it returns when the answer is there. */
export function watchTimes(workerPid: number): () => Times {
  const startedAt = performance.now()
  const before = { worker: threadTimes(workerPid), own: threadTimes(process.pid) }
  return () => {
    const worker = since(before.worker, threadTimes(workerPid))
    const own = since(before.own, threadTimes(process.pid))
    return {
      wallMs: performance.now() - startedAt,
      workerMs: worker.usedMs,
      stalledMs: worker.stalledMs + own.stalledMs,
    }
  }
}

/** The worker's own work counts in full: nobody else is to blame for it. */
export function ownMs({ wallMs, workerMs, stalledMs }: Times): number {
  return Math.max(Math.min(workerMs, wallMs), wallMs - stalledMs)
}

interface Spent {
  usedMs: number
  stalledMs: number
}

const NS_PER_MS = 1e6

/** By thread, because what threads used is lost from the sum when they end. */
function threadTimes(pid: number): Map<string, Spent> {
  const times = new Map<string, Spent>()
  for (const thread of threadsOf(pid)) {
    try {
      const [used = 0, stalled = 0] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
        .split(' ')
        .map(Number)
      times.set(thread, { usedMs: used / NS_PER_MS, stalledMs: stalled / NS_PER_MS })
    } catch {
      // The thread ended meanwhile.
    }
  }
  return times
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return [] // no such folder outside of Linux
  }
}

function since(before: Map<string, Spent>, now: Map<string, Spent>): Spent {
  const sum = { usedMs: 0, stalledMs: 0 }
  for (const [thread, { usedMs, stalledMs }] of now) {
    sum.usedMs += usedMs - (before.get(thread)?.usedMs ?? 0)
    sum.stalledMs += stalledMs - (before.get(thread)?.stalledMs ?? 0)
  }
  return sum
}
