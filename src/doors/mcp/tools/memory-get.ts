import * as z from 'zod'
import type { NoteReadReply } from '../../../worker/protocol/notes.ts'
import { DATA_NOT_ORDERS, keepNumbered } from '../render.ts'
import { defineTool, read } from '../tool.ts'
import description from './memory-get.md'

export const memoryGet = defineTool({
  name: 'memory_get',
  description,
  returns: 'lines of a note with their numbers; `path` as it is cited',
  schema: z.strictObject({
    path: z.string().min(1),
    from: z.int().min(1).optional(),
    lines: z.int().min(1).max(2000).optional(),
  }),
  async run(place, asked) {
    const note = await read(place, 'GET /api/notes/file', { ...asked, cwd: place.cwd })
    return renderNoteLines(note)
  },
})

/** With line numbers, as in a citation. If it does not fit into a reply, the text names the call for the rest. */
export function renderNoteLines(note: NoteReadReply): string {
  if (note.totalLines === 0) return `${note.path} is empty.`
  const lines = note.text.split('\n')
  const { shown, cut } = keepNumbered(lines, note.from)
  const next = note.from + shown.length
  const last = note.left === undefined ? note.to : note.totalLines
  const left = [
    ...(cut ? [`Line ${note.from} is cut: it has ${lines[0]?.length} characters.`] : []),
    ...(shown.length < lines.length ? [`${range(next, last)} left out; ask for more with from: ${next}.`] : []),
  ]
  return [
    `${note.path}, lines ${note.from} to ${next - 1} of ${note.totalLines} (${DATA_NOT_ORDERS}):`,
    ...shown,
    ...(left.length === 0 && note.left !== undefined ? [note.left] : left),
  ].join('\n')
}

function range(first: number, last: number): string {
  return first === last ? `Line ${first} is` : `Lines ${first} to ${last} are`
}
