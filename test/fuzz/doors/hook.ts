/** Payloads of the host, on the stdin of the real hook script, with a real worker behind it. */
import fc from 'fast-check'
import { runHook } from '../../support/hook.ts'
import type { Place } from '../../support/place.ts'
import { bytesOf, type Door, demand, inPlace, type Written } from '../door.ts'
import { oddText, writtenJson } from '../inputs.ts'
import { watchHealth } from '../worker-health.ts'
import { hostPayloads } from './samples.ts'

interface Hook {
  event: string
  payload: Written
  /** As in hooks.json: which hooks look at the payload first. */
  when?: 'failed' | 'failing' | undefined
  projectDir?: string | undefined
}

const samples = hostPayloads()

const inputs: fc.Arbitrary<Hook> = fc
  .tuple(
    fc.constantFrom(...samples).chain(({ event, payload }) => fc.tuple(fc.constant(event), writtenJson([payload]))),
    fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: oddText }),
    fc.option(fc.constantFrom('failed' as const, 'failing' as const), { nil: undefined, freq: 5 }),
    fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: oddText }),
  )
  .map(([[event, payload], otherEvent, when, projectDir]) => ({
    event: asArgument(otherEvent ?? event),
    payload,
    when,
    projectDir: projectDir === undefined ? undefined : asArgument(projectDir),
  }))

/** What the kernel lets through as an argument or a variable: no NUL, and not more than 128 kB. */
function asArgument(text: string): string {
  return text.replaceAll('\0', '').slice(0, 20_000)
}

export async function openHook(place: Place): Promise<Door<Hook>> {
  const lookAround = watchHealth(place)
  return {
    inputs,
    async knock({ event, payload, when, projectDir }) {
      const run = await runHook(place, {
        event,
        payload: bytesOf(payload, place),
        ...(when === undefined ? {} : { when }),
        ...(projectDir === undefined ? {} : { env: { CLAUDE_PROJECT_DIR: inPlace(projectDir, place) } }),
      })
      demand(run.code === 0, `exit code ${run.code}`)
      demand(run.stderr === '', `on stderr: ${run.stderr.slice(0, 200)}`)
      if (run.stdout !== '') demand(isAnswer(JSON.parse(run.stdout)), `on stdout: ${run.stdout.slice(0, 200)}`)
    },
    lookAround,
    close: () => {},
  }
}

/** What the host understands of ours. */
function isAnswer(answer: unknown): boolean {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    Object.keys(answer).length > 0 &&
    Object.keys(answer).every((key) => key === 'hookSpecificOutput' || key === 'systemMessage')
  )
}
