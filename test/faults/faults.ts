/** What is done to the product: processes killed, the disk filled, the database overwritten. */
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../src/worker/client.ts'
import { runHook } from '../support/hook.ts'
import type { Place } from '../support/place.ts'
import { waitFor } from '../support/wait.ts'
import { isUp, stopWorker, workerPids } from '../support/worker.ts'

/** Mulberry32: small, and the same everywhere. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Hooks bring the worker back, as they do for a user; a failed start holds the next one off for 30 s. */
export async function workerBack(place: Place, withinMs = 90_000): Promise<void> {
  await waitFor(
    'a hook brings the worker back',
    async () => {
      if (await isUp(place)) return true
      await pokeHook(place)
      return isUp(place)
    },
    withinMs,
  )
}

/** An event that is kept but counts for nothing here. */
export async function pokeHook(place: Place): Promise<void> {
  const payload = {
    session_id: 'poke',
    transcript_path: join(place.transcripts, 'poke.jsonl'),
    cwd: place.project,
    hook_event_name: 'PreCompact',
    trigger: 'manual',
  }
  await runHook(place, { event: 'PreCompact', payload })
}

/** Returns how many processes were hit: none when no worker runs. */
export async function killWorker(place: Place): Promise<number> {
  const pids = workerPids(place.data)
  await stopWorker(place)
  return pids.length
}

/** Kills a hook, alone or with its children, as a host's timeout or a closed terminal does. */
export function killHook(pid: number, withChildren: boolean): boolean {
  try {
    process.kill(withChildren ? -pid : pid, 'SIGKILL')
    return true
  } catch {
    return false // it had already ended
  }
}

export function fillDisk(folder: string): { free: () => void; bytes: number } {
  const path = join(folder, 'filler')
  const file = openSync(path, 'w')
  let bytes = 0
  // Ever smaller pieces, until not even one byte fits.
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 4)) {
    const piece = Buffer.alloc(size, 1)
    try {
      for (;;) bytes += writeSync(file, piece)
    } catch {
      // this size no longer fits
    }
  }
  closeSync(file)
  return { bytes, free: () => rmSync(path, { force: true }) }
}

/** Overwrites `bytes` in the middle with noise. The worker must not run: it is a disk's fault, not a program's. */
export function damageDatabase(path: string, random: () => number, bytes = 64 * 1024): void {
  const { size } = statSync(path)
  const file = openSync(path, 'r+')
  const noise = Buffer.from(
    Uint8Array.from({ length: Math.min(bytes, Math.floor(size / 3)) }, () => Math.floor(random() * 256)),
  )
  writeSync(file, noise, 0, noise.length, Math.floor(size / 2 / 4096) * 4096)
  closeSync(file)
}

export { isAlive }
