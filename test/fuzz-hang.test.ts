/** The fuzz run finds a worker that hangs, and does not take a busy machine for one. Planted in a real process behind a real port. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Door } from './fuzz/door.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { ownMs } from './fuzz/own-time.ts'

/** Answers at once; `/computes` and `/waits` for as long as they are told, the first in the processor's time. */
const WORKER = `
require('node:http').createServer((request, response) => {
  const [, what, ms] = request.url.split('/')
  const before = process.cpuUsage()
  // Asking for it takes most of the time, and that is the system's.
  const usedMs = () => { const { user, system } = process.cpuUsage(before); return (user + system) / 1000 }
  if (what === 'computes') while (usedMs() < Number(ms)) {}
  setTimeout(() => response.end('ok'), what === 'waits' ? Number(ms) : 0)
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

const worker = spawn(process.execPath, ['-e', WORKER], { stdio: ['ignore', 'pipe', 'inherit'] })
let port = 0
beforeAll(async () => {
  const [said] = await once(worker.stdout, 'data')
  port = Number(String(said))
})
afterAll(() => {
  worker.kill()
})

const HANG_MS = 300
const tryPaths = (paths: string[]) => {
  const door: Door<unknown> = {
    inputs: fc.constantFrom(...paths),
    knock: async (path) => void (await (await fetch(`http://127.0.0.1:${port}/${String(path)}`)).text()),
    lookAround: async () => {},
    close: () => {},
  }
  const by = { count: 20, seed: 1, workerPid: worker.pid ?? 0, hangMs: HANG_MS, tryAgainMs: [10] }
  return fuzz('none', door, by)
}

describe('the fuzz run', () => {
  it('lets a worker pass that answers', async () => {
    const { hangs, crashes, inputs } = await tryPaths(['at-once', 'waits/5'])
    expect({ hangs, crashes, inputs }).toEqual({ hangs: 0, crashes: 0, inputs: 20 })
  })
  it('finds one that computes for too long', async () =>
    expect(await tryPaths(['at-once', 'computes/900'])).toMatchObject({
      hangs: 1,
      failure: { inputs: ['"computes/900"'] },
    }))
  it('finds one that waits for too long', async () =>
    expect(await tryPaths(['at-once', 'waits/2000'])).toMatchObject({
      hangs: 1,
      failure: { inputs: ['"waits/2000"'] },
    }))
})

describe('the own time of an input', () => {
  it('leaves out what others took the processor for', () =>
    expect(ownMs({ wallMs: 7300, workerMs: 280, stalledMs: 6900 })).toBeCloseTo(400))
  it('counts what the worker computed, however busy the machine is', () =>
    expect(ownMs({ wallMs: 7300, workerMs: 3000, stalledMs: 6900 })).toBe(3000))
  it('counts a wait nobody forced on it', () => expect(ownMs({ wallMs: 5000, workerMs: 3, stalledMs: 40 })).toBe(4960))
})
