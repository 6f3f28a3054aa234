import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeLock } from './lock.ts'

let folder = ''
let umask = 0
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claude-mem-lock-'))
  umask = process.umask(0o022)
})
afterEach(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true, force: true })
})

const modes = () =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]))

describe('the lock of a data folder', () => {
  it('is for its user alone, and so is the journal beside it', () => {
    const lock = takeLock(join(folder, 'lock'))
    expect(modes()).toEqual({ lock: '600', 'lock-journal': '600' })
    lock?.release()
  })

  it('is made so where an older one was not', () => {
    writeFileSync(join(folder, 'lock'), '', { mode: 0o644 })
    const lock = takeLock(join(folder, 'lock'))
    expect(modes()).toEqual({ lock: '600', 'lock-journal': '600' })
    lock?.release()
  })

  it('is held once, and free again when it is released', () => {
    const lock = takeLock(join(folder, 'lock'))
    expect(takeLock(join(folder, 'lock'))).toBeUndefined()
    lock?.release()
    const again = takeLock(join(folder, 'lock'))
    expect(again).toBeDefined()
    again?.release()
  })

  it('goes to exactly one of three that ask at the same instant, also where a killed one left its journal', async () => {
    const askers = Array.from({ length: 3 }, () => fork(ASKER, { execArgv: ['--disable-warning=ExperimentalWarning'] }))
    const answers = () => Promise.all(askers.map(async (asker) => (await once(asker, 'message'))[0]))
    try {
      await answers()
      for (let round = 0; round < ROUNDS; round += 1) {
        const path = join(folder, `lock-${round}`)
        for (const name of [path, `${path}-journal`]) writeFileSync(name, '', { mode: 0o600 })
        const got = answers()
        for (const asker of askers) asker.send({ path, at: Date.now() + 5 })
        expect((await got).sort(), `round ${round}`).toEqual(['has it', 'refused', 'refused'])
        const free = answers()
        for (const asker of askers) asker.send('release')
        await free
      }
    } finally {
      for (const asker of askers) asker.kill()
    }
  })
})

// A loser waits for a quarter of a second. Without that wait one round in a thousand had no winner; each round is a chance to see it.
const ROUNDS = 10
const ASKER = join(import.meta.dirname, 'lock-asker.fixture.ts')
