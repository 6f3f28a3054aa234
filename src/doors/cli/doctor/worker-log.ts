/** The end of the worker's log. It never quotes what anybody said. */
import { join } from 'node:path'
import { type DataFolder, readText } from '../../../worker/client.ts'

export interface LogEntry {
  level?: string
  what?: string
  reason?: string
  error?: { message?: string }
}

/** Older ones belong to another day. */
const LINES = 200

/** Oldest first. */
export function logEntries({ logs }: DataFolder): LogEntry[] {
  const lines = (readText(join(logs, 'worker.log')) ?? '').trim().split('\n').slice(-LINES)
  return lines.flatMap((line) => parseEntry(line) ?? [])
}

function parseEntry(line: string): LogEntry | undefined {
  try {
    return JSON.parse(line) as LogEntry // written by log.ts
  } catch {
    return undefined // cut off by a full disk
  }
}
