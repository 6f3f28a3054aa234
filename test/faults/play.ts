/**
 * Plays the sessions, four at a time, hooks of one session in order, and strikes at points a seed decides.
 * Strikes are counted in hooks sent, so that a run can be repeated; what process is hit in the middle of what is chance.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runHook } from '../support/hook.ts'
import type { Place } from '../support/place.ts'
import { call, settle } from '../support/worker.ts'
import { damageDatabase, fillDisk, killHook, killWorker, pokeHook, seeded, workerBack } from './faults.ts'
import { type Plan, type PlannedSession, stepsOf } from './sessions.ts'

const LANES = 4
const WORKER_KILLS = 16
const HOOK_KILLS = 16
/** Hooks sent while the disk is full: a few per session, never a whole one. */
const FULL_FOR_HOOKS = 80

export interface Played {
  hooks: number
  tools: number
  workerKills: number
  hookKills: number
  hooksSentToFullDisk: number
  damaged: boolean
  badHooks: string[]
  remembered: string
  forgotten: string
  /** Events behind an observation that was forgotten: they may not come back from the transcript. */
  forgottenEvents: string[]
}

type Strike = () => Promise<void>

export async function play(place: Place, by: { plan: Plan; seed: number; disk: string | undefined }): Promise<Played> {
  const random = seeded(by.seed)
  const total = by.plan.sessions.reduce(
    (sum, { calls }) => sum + 2 + calls.filter((one) => one.kind !== 'assistant_text').length,
    0,
  )
  const played: Played = {
    hooks: 0,
    tools: 0,
    workerKills: 0,
    hookKills: 0,
    hooksSentToFullDisk: 0,
    damaged: false,
    badHooks: [],
    remembered: 'zanzibarlighthouse',
    forgotten: 'quokkabreakwater',
    forgottenEvents: [],
  }
  const hookKills = new Set<number>()
  const strikes = new Map<number, Strike>()
  const at = (share: number) => Math.floor(total * share)
  const somewhere = () => 20 + Math.floor(random() * (total - 40))
  const free = (taken: { has(n: number): boolean }) => {
    for (;;) {
      const point = somewhere()
      if (!taken.has(point)) return point
    }
  }

  let full: ReturnType<typeof fillDisk> | undefined

  const hitWorker = async () => {
    // On a full disk none can start; whatever has been started is hit.
    if (!full) await workerBack(place)
    // Anywhere in its work: starting up, taking the spool, distilling.
    await new Promise((resolve) => setTimeout(resolve, random() * 250))
    played.workerKills += (await killWorker(place)) > 0 ? 1 : 0
  }

  strikes.set(at(0.25), () => rememberAndForget(place, played))
  strikes.set(at(0.7), async () => {
    played.workerKills += (await killWorker(place)) > 0 ? 1 : 0
    damageDatabase(join(place.data.root, 'db.sqlite'), random)
    played.damaged = true
    await workerBack(place)
  })
  const { disk } = by
  if (disk) {
    strikes.set(at(0.4), async () => {
      full = fillDisk(disk)
      // A worker that dies now must start on a full disk, and must not take that for damage.
      played.workerKills += (await killWorker(place)) > 0 ? 1 : 0
      await pokeHook(place)
    })
    strikes.set(at(0.4) + FULL_FOR_HOOKS, async () => {
      full?.free()
      full = undefined
      await workerBack(place)
    })
  }
  for (let i = 0; i < WORKER_KILLS; i++) strikes.set(free(strikes), hitWorker)
  for (let i = 0; i < HOOK_KILLS; i++) hookKills.add(free({ has: (n) => hookKills.has(n) || strikes.has(n) }))

  // One strike at a time, and nobody sends while a memory is being remembered or the damage is being done.
  let striking: Promise<void> = Promise.resolve()
  const waiting = by.plan.sessions.slice()
  const lane = async () => {
    for (let session = waiting.shift(); session; session = waiting.shift()) await playSession(session)
  }
  async function playSession(session: PlannedSession): Promise<void> {
    for (const { write, hook } of stepsOf(place, session)) {
      await striking
      write()
      if (!hook) continue
      const number = played.hooks++
      if ('tool_use_id' in (hook.payload as object)) played.tools += 1 // as: stepsOf makes objects
      if (full) played.hooksSentToFullDisk += 1
      const strike = strikes.get(number)
      if (strike) {
        striking = striking.then(strike)
        await striking
      }
      const doomed = hookKills.has(number)
      const delayMs = random() * 6
      const withChildren = random() < 0.5
      const run = await runHook(place, {
        ...hook,
        ownGroup: true,
        onStart: (child) => {
          if (!doomed || !child.pid) return
          const { pid } = child
          setTimeout(() => {
            if (child.exitCode === null && killHook(pid, withChildren)) played.hookKills += 1
          }, delayMs)
        },
      })
      if (!doomed && (run.code !== 0 || run.stderr !== ''))
        played.badHooks.push(`${hook.event}: ${run.code} ${run.stderr}`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))

  await workerBack(place)
  await settle(place, 120_000)
  return played
}

async function rememberAndForget(place: Place, played: Played): Promise<void> {
  await workerBack(place)
  const remember = (text: string) => call<{ id: number }>(place, 'POST', '/api/remember', { text, cwd: place.project })
  await remember(`The ${played.remembered} must never be switched off before noon.`)
  const { id } = await remember(`The ${played.forgotten} was a secret plan.`)
  await call(place, 'POST', '/api/forget', { id })
  // And one that was made from events: those lie in the transcript and must not come back from there.
  await call(place, 'POST', '/api/settle')
  const local = newestLocal(place)
  if (!local) return
  await call(place, 'POST', '/api/forget', { id: local.id })
  played.forgottenEvents = local.keys
}

function newestLocal(place: Place): { id: number; keys: string[] } | undefined {
  const db = new DatabaseSync(join(place.data.root, 'db.sqlite'), { readOnly: true })
  try {
    const row = db
      .prepare("SELECT id, event_keys AS keys FROM observations WHERE source = 'local' ORDER BY id LIMIT 1")
      .get()
    return row ? { id: Number(row.id), keys: JSON.parse(String(row.keys)) as string[] } : undefined // written by the store
  } finally {
    db.close()
  }
}
