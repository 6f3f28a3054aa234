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
})
