/** Files in the spool, as a hook of another version, another program or a bad disk might leave them. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { findWorker, send } from '../../../src/worker/client.ts'
import type { Place } from '../../support/place.ts'
import { bytesOf, type Door, demand, type Written } from '../door.ts'
import { changedBytes, changedJson, oddText } from '../inputs.ts'
import { watchHealth } from '../worker-health.ts'
import { hostPayloads } from './samples.ts'

interface Spooled {
  content: Written
  /** `renamed`: the file itself; `signed`: an empty file beside it says that it is complete; the others are no files. */
  form: 'renamed' | 'signed' | 'sign alone' | 'folder' | 'link'
  /** Whether its hook asks for an answer; about a file nobody understands that takes a while. */
  asks: boolean
}

const samples = hostPayloads()
const header = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 7 }).map((parts) => parts.join('\t')) },
)
const content = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        header,
        fc.constantFrom(...samples).chain(({ event, payload }) => fc.tuple(fc.constant(event), changedJson([payload]))),
      )
      .map(([odd, [event, payload]]) => ({
        text: `${odd ?? `1\t${event}\t77\tcli\t@project@`}\n${JSON.stringify(payload)}`,
      })),
  },
  {
    weight: 1,
    arbitrary: changedBytes(
      samples.map(({ event, payload }) => `1\t${event}\t77\tcli\t/tmp\n${JSON.stringify(payload)}`),
    ).map((bytes) => ({ bytes })),
  },
)
const inputs: fc.Arbitrary<Spooled> = fc.record({
  content,
  asks: fc.nat(3).map((one) => one === 0),
  form: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom('renamed' as const, 'signed' as const) },
    { weight: 1, arbitrary: fc.constantFrom('sign alone' as const, 'folder' as const, 'link' as const) },
  ),
})

export async function openSpool(place: Place): Promise<Door<Spooled>> {
  const lookAround = watchHealth(place)
  const worker = findWorker(place.data)
  demand(worker !== undefined, 'no worker is running')
  const at = (name: string) => join(place.data.spool, name)
  const askFor = async (name: string) => {
    const reply = await send(worker, { method: 'GET', path: `/hook/${name}`, timeoutMs: 10_000 })
    demand(reply.status === 200 || reply.status === 404, `the hook is told ${reply.status} ${reply.text.slice(0, 200)}`)
    if (reply.status === 200) demand(reply.text.startsWith(worker.nonce), 'the answer does not begin with the nonce')
  }
  return {
    inputs,
    async knock({ content, form, asks }) {
      const random = randomUUID()
      const name = `77.${random}`
      if (form === 'folder') mkdirSync(at(name))
      else if (form === 'link') symlinkSync(name, at(name))
      else {
        if (form !== 'sign alone') writeFileSync(at(`.${random}`), bytesOf(content, place), { mode: 0o600 })
        if (form === 'renamed') renameSync(at(`.${random}`), at(name))
        else writeFileSync(at(name), '')
      }
      if (asks) await askFor(name)
      if (form !== 'folder' && form !== 'link') await isGone(at(name))
    },
    lookAround,
    close: () => {},
  }
}

/** Looked at often: ten thousand waits of a few milliseconds are long enough. */
async function isGone(path: string): Promise<void> {
  const deadline = Date.now() + 10_000
  while (existsSync(path)) {
    demand(Date.now() < deadline, 'the file is not taken')
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
