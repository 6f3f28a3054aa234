/** Small transcripts for tests, in the host's format. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TranscriptEntry } from '../transcript.ts'
import { readTranscript } from './transcript.ts'

export async function readAll(path: string, from = 0, by: { finished?: boolean } = {}) {
  const reading = readTranscript(path, from, by)
  const entries: TranscriptEntry[] = []
  for await (const entry of reading) entries.push(entry)
  const { nextOffset, lines, unreadable } = reading
  return { entries, events: entries.map(({ event }) => event), nextOffset, lines, unreadable }
}

let count = 0
/** The path of a new file in that folder, with these lines. */
export function writtenTo(folder: string, ...lines: (object | string)[]): string {
  const path = join(folder, `t${count++}.jsonl`)
  writeFileSync(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
  return path
}

export const common = { sessionId: 's', timestamp: '2026-01-02T03:04:05.000Z', cwd: '/p' }

export const user = (text: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content: text },
  uuid: `u${count++}`,
  ...common,
  ...more,
})
export const said = (id: string, text: string, more: object = {}) => ({
  type: 'assistant',
  message: { id, content: [{ type: 'text', text }] },
  uuid: `u${count++}`,
  ...common,
  ...more,
})
export const call = (id: string, more: object = {}) => ({
  type: 'assistant',
  message: { id: `m-${id}`, content: [{ type: 'tool_use', id, name: 'Bash', input: { command: id } }] },
  ...common,
  ...more,
})
export const result = (id: string, more: object = {}) =>
  user([{ type: 'tool_result', tool_use_id: id, content: 'shown' }], { toolUseResult: { stdout: 'out' }, ...more })
