import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../test/support/wait.ts'
import { type LookLoop, makeLookLoop } from './look-loop.ts'

let root: string
let folder: string
let loop: LookLoop
let looks: number
let troubles: unknown[]
let look: () => Promise<unknown>

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'claude-mem-look-'))
  folder = join(root, 'spool')
  mkdirSync(folder)
  looks = 0
  troubles = []
  look = async () => {}
  loop = makeLookLoop({
    folder,
    everyMs: 3_600_000,
    look: () => {
      looks += 1
      return look()
    },
    onTrouble: (error) => troubles.push(error),
  })
})
afterEach(async () => {
  await loop.stop()
  rmSync(root, { recursive: true, force: true })
})

describe('the loop of looks', () => {
  it('looks once more for all who asked while a look ran', async () => {
    let done = () => {}
    look = () =>
      new Promise<void>((resolve) => {
        done = resolve
      })
    const first = loop.look()
    const more = [loop.look(), loop.look()]
    expect(looks).toBe(1)
    look = async () => {}
    done()
    await Promise.all([first, ...more])
    expect(looks).toBe(2)
  })

  it('goes on after a look that failed', async () => {
    look = () => Promise.reject(new Error('a full disk'))
    await loop.look()
    look = async () => {}
    await loop.look()
    expect([looks, troubles]).toEqual([2, [new Error('a full disk')]])
  })

  it('does what comes first before its first look, and looks though that failed', async () => {
    const order: string[] = []
    look = async () => void order.push('look')
    loop.start(async () => {
      order.push('first')
      throw new Error('what was left cannot be read')
    })
    await loop.look()
    expect(order).toEqual(['first', 'look'])
    expect(troubles).toHaveLength(1)
  })

  it('sees what comes into the folder, also into one that was made anew', async () => {
    loop.start(async () => {})
    await waitFor('the first look', () => looks === 1)
    writeFileSync(join(folder, 'one'), '')
    await waitFor('a look at the file', () => looks > 1)
    renameSync(folder, join(root, 'gone'))
    mkdirSync(folder)
    let replaced = 0
    loop.keepWatching(() => {
      replaced += 1
    })
    loop.keepWatching(() => {
      replaced += 1
    })
    expect(replaced).toBe(1)
    await loop.look()
    const before = looks
    writeFileSync(join(folder, 'two'), '')
    await waitFor('a look at the new folder', () => looks > before)
  })
})
