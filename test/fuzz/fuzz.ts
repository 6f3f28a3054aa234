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

export const DOORS: Record<string, OpenDoor> = {
  hook: openHook,
  spool: openSpool,
  transcript: openTranscript,
  http: openHttp,
  mcp: openMcp,
  settings: openSettings,
  git: openGit,
}

/** More than any answer takes; a person would believe that it hangs. */
export const HANG_MS = 2000
/** A busy machine is not the input's fault: what was slow is handed in again after these pauses, and its best time counts. */
const TRY_AGAIN_MS = [5000, 20_000]
const GIVE_UP_MS = 30_000
/** So many inputs between two looks around; a look costs about as much as fifty inputs. */
const LOOK_EVERY = 500

export interface Outcome {
  inputs: number
  crashes: number
  hangs: number
  slowestMs: number
  /** The smallest input that still fails and the first that did, as they could be kept, and what was wrong. */
  failure?: { inputs: string[]; problem: string }
}

export async function fuzz(name: string, door: Door<unknown>, by: { count: number; seed: number }): Promise<Outcome> {
  const outcome: Outcome = { inputs: 0, crashes: 0, hangs: 0, slowestMs: 0 }
  const tryOne = async (input: unknown) => {
    outcome.slowestMs = Math.max(outcome.slowestMs, await knockTimed(door, input))
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
    const { failed, counterexample, failures, errorInstance } = await fc.check(property, {
      numRuns,
      seed,
      verbose: true,
    })
    // What it left behind may have spoiled the search for a smaller one: the first is shown as well.
    const inputs = [counterexample, failures[0]].map((one) => JSON.stringify(one?.[0]))
    if (failed) return broken(outcome, [...new Set(inputs)], errorInstance)
    try {
      await door.lookAround()
    } catch (error) {
      return broken(outcome, [`after --count ${numRuns} --seed ${seed}`], error)
    }
  }
  return outcome
}

class Hang extends Error {}

/** Milliseconds of the first try. */
async function knockTimed(door: Door<unknown>, input: unknown): Promise<number> {
  const first = await knockOnce(door, input)
  let ms = first
  for (const pauseMs of TRY_AGAIN_MS) {
    if (ms <= HANG_MS) return first
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    ms = await knockOnce(door, input)
  }
  if (ms > HANG_MS) throw new Hang(`took ${Math.round(first)} ms, and ${Math.round(ms)} ms when tried again`)
  return first
}

async function knockOnce(door: Door<unknown>, input: unknown): Promise<number> {
  const startedAt = performance.now()
  await withinLimit(door.knock(input))
  return performance.now() - startedAt
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
