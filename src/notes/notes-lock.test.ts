import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitFor } from '../../test/support/wait.ts'
import { withNotesLock } from './notes-lock.ts'
import { makeWorkspace, putFile } from './workspace.fixture.ts'

function workspace() {
  const place = makeWorkspace()
  onTestFinished(place.remove)
  return { ...place, lock: join(place.root, 'memory/.lock') }
}

const held = (more: { pid?: number; host?: string } = {}) =>
  JSON.stringify({ id: 'another', pid: process.pid, host: hostname(), ...more })

function makeOld(path: string): void {
  const old = new Date(Date.now() - 11_000)
  utimesSync(path, old, old)
}

describe('the lock of the notes', () => {
  it('lets one in after the other, and leaves nothing behind', async () => {
    const { root } = workspace()
    let inside = 0
    let most = 0
    const work = async (n: number) => {
      inside += 1
      most = Math.max(most, inside)
      await new Promise((resolve) => setImmediate(resolve))
      inside -= 1
      return n
    }
    const all = Array.from({ length: 20 }, (_, n) => withNotesLock(root, () => work(n)))
    expect(await Promise.all(all)).toEqual(Array.from({ length: 20 }, (_, n) => n))
    expect(most).toBe(1)
    expect(readdirSync(join(root, 'memory'))).toEqual([])
  })

  it('is given back when the work fails', async () => {
    const { root, lock } = workspace()
    const failing = withNotesLock(root, () => {
      expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() })
      throw new Error('no luck')
    })
    await expect(failing).rejects.toThrow('no luck')
    expect(existsSync(lock)).toBe(false)
  })

  it('is waited for, and then it is a conflict', async () => {
    const { root, lock } = workspace()
    putFile(lock, held())
    await expect(withNotesLock(root, () => 1, { waitMs: 50 })).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(lock, 'utf8'), 'it is still the other’s').toBe(held())
  })

  it('is still waited for by a thread that was busy meanwhile', async () => {
    const { root, lock } = workspace()
    putFile(lock, held())
    const wanted = withNotesLock(root, () => 'mine', { waitMs: 200 })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500) // as a long search would
    setTimeout(() => rmSync(lock), 40)
    expect(await wanted).toBe('mine')
  })

  it('is taken from a process that is gone', async () => {
    const { root, lock } = workspace()
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    putFile(lock, held({ pid }))
    expect(await withNotesLock(root, () => 'mine')).toBe('mine')
  })

  it('is not taken from another machine whose processes we cannot see', async () => {
    const { root, lock } = workspace()
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    putFile(lock, held({ pid, host: 'elsewhere' }))
    await expect(withNotesLock(root, () => 1, { waitMs: 50 })).rejects.toMatchObject({ code: 'conflict' })
    makeOld(lock)
    expect(await withNotesLock(root, () => 'mine')).toBe('mine')
  })

  it.each<[string, (lock: string) => void]>([
    ['is ten seconds old', (lock) => putFile(lock, held())],
    ['is empty and old', (lock) => putFile(lock, '')],
    [
      'is old, beside what a remover left',
      (lock) => {
        putFile(lock, held())
        putFile(`${lock}.removing`, '')
        makeOld(`${lock}.removing`)
      },
    ],
  ])('is taken where one %s', async (_, leave) => {
    const { root, lock } = workspace()
    leave(lock)
    makeOld(lock)
    expect(await withNotesLock(root, () => 'mine')).toBe('mine')
    expect(readdirSync(join(root, 'memory'))).toEqual([])
  })

  it('is renewed while the work goes on', async () => {
    const { root, lock } = workspace()
    await withNotesLock(
      root,
      async () => {
        makeOld(lock)
        await waitFor('a renewal', () => Date.now() - statSync(lock).mtimeMs < 5000)
      },
      { staleMs: 100 },
    )
  })

  it('is taken by one only, when many find it stale', async () => {
    const { root, lock } = workspace()
    putFile(lock, held())
    makeOld(lock)
    let inside = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setImmediate(resolve))
      inside -= 1
    }
    await Promise.all(Array.from({ length: 10 }, () => withNotesLock(root, work)))
    expect(most).toBe(1)
  })

  it('makes no folder outside, and none where there is no workspace', async () => {
    const { root, base } = workspace()
    mkdirSync(join(base, 'outside'))
    symlinkSync('../outside', join(root, 'memory'))
    await expect(withNotesLock(root, () => 1)).rejects.toMatchObject({ code: 'forbidden' })
    expect(readdirSync(join(base, 'outside'))).toEqual([])
    await expect(withNotesLock(join(base, 'nowhere'), () => 1)).rejects.toMatchObject({ code: 'forbidden' })
    expect(existsSync(join(base, 'nowhere'))).toBe(false)
    writeFileSync(join(base, 'file'), '')
    await expect(withNotesLock(join(base, 'file'), () => 1)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
