/** Hands inputs to a door, kept ones first, and counts what went wrong. */
import fc from 'fast-check'
import { keptInputs } from './corpus.ts'
import type { Door, OpenDoor } from './door.ts'
import { openGit } from './doors/git.ts'
import { openHook } from './doors/hook.ts'
import { openHttp } from './doors/http.ts'
import { openMcp } from './doors/mcp.ts'
import { openSettings } from './doors/settings.ts'
import { openSpool } from './doors/spool.ts'
import { openTranscript } from './doors/transcript.ts'
import { ownMs, watchTimes } from './own-time.ts'

export const DOORS: Record<string, OpenDoor> = {
  hook: openHook,
  spool: openSpool,
  transcript: openTranscript,
  http: openHttp,
  mcp: openMcp,
  settings: openSettings,
  git: openGit,
}

/** More than any answer takes by itself; a person would believe that it hangs. */
export const HANG_MS = 2000
/** The worker may have had other work to do: what was slow is handed in again after these pauses, and its best time counts. */
const TRY_AGAIN_MS = [5000, 20_000]
const GIVE_UP_MS = 30_000
/** So many inputs between two looks around; a look costs about as much as fifty inputs. */
const LOOK_EVERY = 500

export interface Outcome {
  inputs: number
  crashes: number
  hangs: number
  /** Without what the machine made it wait; `own-time.ts` says how that is known. */
  slowestMs: number
  /** By the clock, and how many inputs took too long by it alone. */
  slowestWallMs: number
  waited: number
  /** The worker's processor time for an input, mean of the first and of the last round: a store that grows must not slow it down. */
  workerMs: { first: number; last: number }
  /** The smallest input that still fails and the first that did, as they could be kept, and what was wrong. */
  failure?: { inputs: string[]; problem: string }
}

export interface Asked {
  count: number
  seed: number
  /** The worker behind the door. */
  workerPid: number
  hangMs?: number
  tryAgainMs?: number[]
}

export async function fuzz(name: string, door: Door<unknown>, by: Asked): Promise<Outcome> {
  const outcome: Outcome = {
    ...{ inputs: 0, crashes: 0, hangs: 0, slowestMs: 0, slowestWallMs: 0, waited: 0 },
    workerMs: { first: 0, last: 0 },
  }
  const tryOne = async (input: unknown) => {
    const { wallMs, ms } = await knockTimed(door, { ...by, input })
    outcome.slowestMs = Math.max(outcome.slowestMs, ms)
    outcome.slowestWallMs = Math.max(outcome.slowestWallMs, wallMs)
    if (wallMs > (by.hangMs ?? HANG_MS)) outcome.waited += 1
    outcome.inputs += 1
  }
  for (const { file, input } of keptInputs(name)) {
    try {
      await tryOne(input)
    } catch (error) {
      return broken(outcome, [file], error)
    }
  }
  const property = fc.asyncProperty(door.inputs, tryOne)
  for (let done = 0; done < by.count; done += LOOK_EVERY) {
    const numRuns = Math.min(LOOK_EVERY, by.count - done)
    // A seed of its own for each round, so that one can be repeated alone.
    const seed = by.seed + done
    const timesOfRound = watchTimes(by.workerPid)
    const { failed, counterexample, failures, errorInstance } = await fc.check(property, {
      numRuns,
      seed,
      verbose: true,
    })
    // What it left behind may have spoiled the search for a smaller one: the first is shown as well.
    const inputs = [counterexample, failures[0]].map((one) => JSON.stringify(one?.[0]))
    if (failed) return broken(outcome, [...new Set(inputs)], errorInstance)
    const workerMs = timesOfRound().workerMs / numRuns
    outcome.workerMs = { first: done === 0 ? workerMs : outcome.workerMs.first, last: workerMs }
    try {
      await door.lookAround()
    } catch (error) {
      return broken(outcome, [`after --count ${numRuns} --seed ${seed}`], error)
    }
  }
  return outcome
}

class Hang extends Error {}

type Knock = Pick<Asked, 'workerPid' | 'hangMs' | 'tryAgainMs'> & { input: unknown }

/** Of the first try: by the clock, and its own. */
async function knockTimed(door: Door<unknown>, by: Knock): Promise<{ wallMs: number; ms: number }> {
  const { hangMs = HANG_MS, tryAgainMs = TRY_AGAIN_MS } = by
  const first = await knockOnce(door, by)
  let { ms } = first
  for (const pauseMs of tryAgainMs) {
    if (ms <= hangMs) return first
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    ms = (await knockOnce(door, by)).ms
  }
  if (ms > hangMs) throw new Hang(`took ${Math.round(first.ms)} ms, and ${Math.round(ms)} ms when tried again`)
  return first
}

async function knockOnce(door: Door<unknown>, by: Knock): Promise<{ wallMs: number; ms: number }> {
  const times = watchTimes(by.workerPid)
  await withinLimit(door.knock(by.input))
  const spent = times()
  return { wallMs: spent.wallMs, ms: ownMs(spent) }
}

/** What never answers would be waited for until somebody looks. */
async function withinLimit(knocked: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Hang(`nothing after ${GIVE_UP_MS} ms`)), GIVE_UP_MS)
  })
  await Promise.race([knocked, late]).finally(() => clearTimeout(timer))
}

function broken(outcome: Outcome, inputs: string[], error: unknown): Outcome {
  const kind = error instanceof Hang ? { hangs: 1 } : { crashes: 1 }
  return { ...outcome, ...kind, failure: { inputs, problem: error instanceof Error ? error.message : String(error) } }
}
