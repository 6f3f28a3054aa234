import { resolve } from 'node:path'
import { countOf } from '../../../memory/count.ts'
import { askWorker, type DataFolder } from '../../../worker/client.ts'
import type { NoteStatus } from '../../../worker/protocol/notes.ts'
import { notes } from '../../note-rows.ts'
import { defineCommand } from '../command.ts'

const status = defineCommand({
  summary: 'count the notes of the workspace and say how they are searched',
  async run({ folder, terminal }) {
    const found = await noteStatus(folder)
    terminal.result(found, renderNoteStatus(found))
  },
})
export default status

export function noteStatus(folder: DataFolder): Promise<NoteStatus> {
  return askWorker(folder, 'GET /api/notes/status', { query: { cwd: resolve('.') } })
}

export function renderNoteStatus(status: NoteStatus): string {
  const wrong = status.problems.length + status.skipped.length + (status.watched ? 0 : 1)
  return [
    `${status.project}  ${status.root}`,
    `  notes      ${notes(status.files)} in ${countOf(status.pieces, 'piece', 'pieces')}, ${kilobytes(status.bytes)}${status.keepsNotes ? '' : '; none of its own yet'}`,
    `  extra      ${status.extraPaths.length === 0 ? 'no other folders' : status.extraPaths.join(', ')}`,
    `  search     ${status.backend}; citations ${status.citations}`,
    `  watched    ${status.watched ? 'yes' : 'not everything'}`,
    ...(wrong === 0 ? [] : [`  to look at ${countOf(wrong, 'remark', 'remarks')}: claude-mem notes doctor`]),
  ].join('\n')
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`
}
