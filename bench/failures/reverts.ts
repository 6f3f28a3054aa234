/**
 * Edits that repeat a reverted change: how often they happen, and how often they are reverted again. Measured to decide
 * whether a warning before such an edit would help; the product gives none.
 */
import { type FileEdit, readActions } from '../../src/synthesis/actions.ts'
import type { RecordedSession } from './record.ts'

export interface Reverts {
  edits: number
  /** Changes reverted by an edit or by git. */
  reverted: number
  /** Edits that made such a change again. */
  repeated: number
  /** Of these, in another session than the one that reverted it. */
  unknowing: number
  /** Of the repeated ones, reverted again. */
  wrongAgain: number
}

interface Change {
  state: 'made' | 'reverted' | 'repeated'
  by: string
}

export function countReverts(sessions: readonly RecordedSession[]): Reverts {
  const result: Reverts = { edits: 0, reverted: 0, repeated: 0, unknowing: 0, wrongAgain: 0 }
  for (const memory of Map.groupBy(sessions, ({ project }) => project.id).values()) countMemory(memory, result)
  return result
}

function countMemory(sessions: readonly RecordedSession[], result: Reverts): void {
  const files = new Map<string, Map<string, Change>>()
  const changesOf = (file: string) => {
    const known = files.get(file) ?? new Map<string, Change>()
    files.set(file, known)
    return known
  }
  const takeBack = (change: Change, by: string) => {
    if (change.state === 'repeated') result.wrongAgain += 1
    else if (change.state === 'made') result.reverted += 1
    Object.assign(change, { state: 'reverted', by })
  }
  const calls = sessions
    .flatMap(({ id, project, events }) =>
      events.flatMap((event) =>
        event.kind === 'tool' ? readActions(event, project.root).map((call) => ({ call, id, at: event.at })) : [],
      ),
    )
    .sort((a, b) => a.at - b.at)
  for (const { call, id } of calls) {
    if (call.kind === 'command' && !call.failed)
      for (const file of restored(call.command, files.keys()))
        for (const change of changesOf(file).values()) if (change.state !== 'reverted') takeBack(change, id)
    if (call.kind !== 'edit' || call.created) continue
    result.edits += 1
    const { away, into } = textsOf(call)
    // 10 characters: less is a bracket or a line break
    if (into.length < 10) continue
    const changes = changesOf(call.file)
    const undone = changes.get(`${into}\0${away}`)
    if (undone && undone.state !== 'reverted') takeBack(undone, id)
    const again = changes.get(`${away}\0${into}`)
    if (again?.state === 'reverted') {
      result.repeated += 1
      if (again.by !== id) result.unknowing += 1
      again.state = 'repeated'
    } else changes.set(`${away}\0${into}`, { state: 'made', by: id })
  }
}

function textsOf({ hunks }: FileEdit): { away: string; into: string } {
  const marked = (mark: string) =>
    hunks
      .flatMap(({ lines }) => lines)
      .filter((line) => line.startsWith(mark))
      .map((line) => line.slice(1).trim())
      .filter((line) => line !== '')
      .join('\n')
  return { away: marked('-'), into: marked('+') }
}

function restored(command: string, files: Iterable<string>): string[] {
  const named = /\bgit (?:checkout (?:\S+ )?--|restore)\s+([^&;|]+)/.exec(command)?.[1]
  if (named === undefined) return []
  const paths = named.trim().split(/\s+/)
  return [...files].filter((file) => paths.some((path) => path === '.' || file === path || file.endsWith(`/${path}`)))
}
