/** Transcripts of sessions, read by a real worker: whole ones with odd lines, and files that are none. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { findWorker, readText, send } from '../../../src/worker/client.ts'
import type { Place } from '../../support/place.ts'
import { bytesOf, type Door, demand, type Written } from '../door.ts'
import { changedBytes, changedJson } from '../inputs.ts'
import { watchHealth } from '../worker-health.ts'
import { transcriptLines } from './samples.ts'

interface Transcript {
  main: Written
  subagent?: Written | undefined
}

const samples = transcriptLines()
const whole = samples.map((line) => JSON.stringify(line)).join('\n')

/** A beginning that makes sense, then odd lines. */
const lines = fc
  .tuple(
    fc.nat(samples.length),
    fc.array(changedJson(samples), { minLength: 1, maxLength: 6 }),
    fc.constantFrom('', '\n'),
  )
  .map(([good, odd, end]) => ({
    text: `${[...samples.slice(0, good), ...odd].map((line) => JSON.stringify(line)).join('\n')}${end}`,
  }))
const bytes = changedBytes([whole, `${whole}\n`]).map((changed) => ({ bytes: changed }))
const written = fc.oneof({ weight: 4, arbitrary: lines }, { weight: 1, arbitrary: bytes })
const inputs: fc.Arbitrary<Transcript> = fc.record({
  main: written,
  subagent: fc.option(written, { nil: undefined, freq: 9 }),
})

export async function openTranscript(place: Place): Promise<Door<Transcript>> {
  const lookAround = watchHealth(place)
  const worker = findWorker(place.data)
  demand(worker !== undefined, 'no worker is running')
  const token = readText(place.data.token)?.trim()
  return {
    inputs,
    async knock({ main, subagent }) {
      const path = join(place.transcripts, `${randomUUID()}.jsonl`)
      const folder = path.replace(/\.jsonl$/, '')
      writeFileSync(path, bytesOf(main, place))
      if (subagent) {
        mkdirSync(join(folder, 'subagents'), { recursive: true })
        writeFileSync(join(folder, 'subagents', 'agent-a1.jsonl'), bytesOf(subagent, place))
      }
      const ask = { method: 'POST', path: '/api/import/transcripts', body: { path }, token, timeoutMs: 20_000 } as const
      const reply = await send(worker, ask)
      rmSync(path)
      rmSync(folder, { recursive: true, force: true })
      demand(reply.status === 200, `${reply.status} ${reply.text.slice(0, 200)}`)
      const last = JSON.parse(reply.text.trim().split('\n').at(-1) ?? '')
      // What begins like nobody's transcript is refused.
      demand('done' in last || last.error.code === 'bad_input', `not done: ${reply.text.slice(-200)}`)
    },
    lookAround,
    close: () => {},
  }
}
