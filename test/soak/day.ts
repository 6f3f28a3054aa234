/** What happens in a long day: sessions side by side, questions and notes between their hooks, and a worker that dies now and then. */
import { join } from 'node:path'
import { findWorker, send } from '../../src/worker/client.ts'
import { killWorker, workerBack } from '../faults/faults.ts'
import { type PlannedSession, planSessions, stepsOf } from '../faults/sessions.ts'
import { compareObservations, findLost, openCopy, wantedKeys } from '../faults/verify.ts'
import { runHook } from '../support/hook.ts'
import type { Place } from '../support/place.ts'

const LANES = 20
const KILL_EVERY_MS = 30_000
/** Between two hooks of a session: an agent thinks longer, but then a day would take a day. */
const PAUSE_MS = 200
const ASK_EVERY_MS = 300

export interface Lived {
  sessions: number
  hooks: number
  asked: number
  kills: number
  hookMs: number[]
  /** What a hook must never do: fail, or print to stderr. */
  bad: string[]
  verify(): { lost: number; doubled: number }
}

export async function liveUntil(place: Place, by: { until: number; random: () => number }): Promise<Lived> {
  const played: PlannedSession[] = []
  const lived = { sessions: 0, hooks: 0, asked: 0, kills: 0, hookMs: [] as number[], bad: [] as string[] }
  const isOver = () => Date.now() >= by.until
  const { sessions } = planSessions({ events: 200_000, atLeastCopies: 50 })
  let next = 0

  const lane = async () => {
    while (!isOver()) {
      const session = sessions[next++]
      if (!session) return
      lived.sessions += 1
      played.push({ id: session.id, calls: await playSession(session) })
    }
  }
  /** Returns the calls that were played: time may run out in the middle. */
  const playSession = async (session: PlannedSession): Promise<PlannedSession['calls']> => {
    const sent = new Set<string>()
    for (const { write, hook } of stepsOf(place, session)) {
      write()
      if (!hook) continue
      const startedAt = performance.now()
      const run = await runHook(place, hook)
      lived.hookMs.push(performance.now() - startedAt)
      lived.hooks += 1
      if (run.code !== 0 || run.stderr !== '') lived.bad.push(`${hook.event}: ${run.code} ${run.stderr}`)
      const { tool_use_id: id } = hook.payload as { tool_use_id?: string } // stepsOf makes objects
      if (id !== undefined) sent.add(id)
      if (isOver()) break
      await pause(by.random() * PAUSE_MS * 2)
    }
    return session.calls.filter((call) => call.kind === 'tool' && sent.has(call.tool_use_id))
  }
  const kill = async () => {
    while (!isOver()) {
      await pause(Math.min(KILL_EVERY_MS, Math.max(0, by.until - Date.now())))
      if (isOver()) return
      lived.kills += (await killWorker(place)) > 0 ? 1 : 0
      await workerBack(place)
    }
  }
  const ask = async () => {
    while (!isOver()) {
      const port = findWorker(place.data)
      const path = QUESTIONS[Math.floor(by.random() * QUESTIONS.length)]?.(place) ?? '/health'
      // A worker that was just killed answers nobody; that is no loss.
      const reply = port && (await send(port, { method: 'GET', path, timeoutMs: 5000 }).catch(() => undefined))
      if (reply?.status === 200) lived.asked += 1
      await pause(ASK_EVERY_MS)
    }
  }
  await Promise.all([...Array.from({ length: LANES }, lane), kill(), ask()])

  return {
    ...lived,
    verify() {
      const stored = openCopy(place)
      try {
        return {
          lost: findLost(stored, wantedKeys(played)).length,
          doubled: compareObservations(stored).doubled.length,
        }
      } finally {
        stored.db.close()
      }
    },
  }
}

const QUESTIONS: ((place: Place) => string)[] = [
  () => '/api/search?query=failing+test&format=index&limit=5',
  () => '/api/search/observations?query=database+migration&limit=5',
  (place) => `/api/notes/search?query=yesterday&cwd=${encodeURIComponent(place.project)}`,
  (place) => `/api/observations/by-file?path=${encodeURIComponent(join(place.project, 'src/index.ts'))}`,
  () => '/api/status',
]

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
