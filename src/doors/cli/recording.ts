/** Is the current work being recorded? Read from the files the hooks use, so that nothing has to run. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type DataFolder, readText } from '../../worker/client.ts'
import { ownCommand } from './own-command.ts'
import type { Part } from './setup/claude-code/installed-parts.ts'

export interface Recording {
  on: boolean
  /** Why not, with what to do about it. */
  because: string | null
  /** Epoch milliseconds. */
  lastEventAt: number | null
}

export function findRecording(folder: DataFolder, hooks: Part): Recording {
  const because = obstacle(folder, hooks)
  return { on: because === null, because, lastEventAt: lastEventAt(folder) }
}

function obstacle(folder: DataFolder, hooks: Part): string | null {
  if (!hooks.installed) return `the hooks are not installed. Run: ${ownCommand('install')}`
  const [runtime, script] = readText(folder.launch)?.split('\n') ?? []
  if (!runtime || !script || !existsSync(runtime) || !existsSync(script)) {
    return `the program is missing. Run: ${ownCommand('install')}`
  }
  if (existsSync(folder.paused)) return `paused. To go on: ${ownCommand('resume')}`
  if (existsSync(folder.full))
    return `too many events wait for a worker that is not running. Run: ${ownCommand('start')}`
  return null
}

/** Events stay in the spool until the worker has written them to the journal. */
function lastEventAt({ root, spool }: DataFolder): number | null {
  const times = [join(root, 'journal'), spool].flatMap((path) =>
    listFiles(path).flatMap((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? []),
  )
  return times.length === 0 ? null : Math.round(Math.max(...times))
}

/** Complete ones only: hooks write under a name that begins with a dot. */
export function waitingEvents({ spool }: DataFolder): number {
  return listFiles(spool).length
}

/** The same with the time of the oldest, in milliseconds. */
export function waitingSince({ spool }: DataFolder): { count: number; since: number | undefined } {
  const times = listFiles(spool).flatMap((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? [])
  return { count: times.length, since: times.length === 0 ? undefined : Math.min(...times) }
}

function listFiles(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    return entries.filter((one) => one.isFile() && !one.name.startsWith('.')).map(({ name }) => join(path, name))
  } catch {
    return [] // not there yet
  }
}
