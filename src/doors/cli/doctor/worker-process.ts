/** The worker's process, for when it does not answer: is it really ours, and how it is ended. */
import { existsSync, readFileSync } from 'node:fs'
import { type DataFolder, ensureWorker, findWorker, isAlive } from '../../../worker/client.ts'

/** The recorded process, if it is our worker and not a stranger that was given its number. */
export function findOwnProcess(folder: DataFolder): number | undefined {
  const pid = findWorker(folder)?.pid
  return pid !== undefined && isOwn(pid, folder) ? pid : undefined
}

/** Where the system does not tell (other than Linux), nothing is taken for ours. */
function isOwn(pid: number, { root }: DataFolder): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return words.includes(root) && words.some((word) => word.endsWith('worker-main.mjs'))
  } catch {
    return false
  }
}

/** It may hang: asked politely, then killed. A killed worker loses nothing, the next one checks the database. */
export async function endWorker(folder: DataFolder): Promise<void> {
  const pid = findOwnProcess(folder)
  if (pid === undefined) return
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    signalIfThere(pid, signal)
    if (await isGoneWithin(pid, GRACE_MS)) return
  }
}

/** Kills it at once: the next one then examines the database before it opens it. */
export async function restartAfterKill(folder: DataFolder): Promise<void> {
  const pid = findOwnProcess(folder)
  if (pid !== undefined) {
    signalIfThere(pid, 'SIGKILL')
    await isGoneWithin(pid, GRACE_MS)
  }
  await ensureWorker(folder)
}

/** Closing takes a tenth of a second; with a large index some. */
const GRACE_MS = 3000

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // it ended meanwhile
  }
}

async function isGoneWithin(pid: number, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms
  while (Date.now() < deadline) {
    // Dead but not reaped counts as gone: it has no program any more.
    if (!isAlive(pid) || (existsSync('/proc/self/exe') && !existsSync(`/proc/${pid}/exe`))) return true
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return false
}
