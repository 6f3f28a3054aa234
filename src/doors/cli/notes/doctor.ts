/** Finds what keeps notes from being found, and does what fixes most of it: reads them all again. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { countOf } from '../../../memory/count.ts'
import { askWorker, type DataFolder } from '../../../worker/client.ts'
import type { NoteStatus, NoteSynced } from '../../../worker/protocol/notes.ts'
import { notes } from '../../note-rows.ts'
import { defineCommand } from '../command.ts'
import { toggle } from '../takes.ts'
import { noteStatus } from './status.ts'

/** Other programs of this kind keep their index there. */
const FOREIGN_INDEX = 'memory/.memory.sqlite'

const doctor = defineCommand({
  summary: 'say what keeps notes from being found',
  flags: { fix: toggle('read every note again first') },
  async run({ flags, folder, terminal }) {
    const fixed = flags.fix ? await readAgain(folder, (text) => terminal.progress(text)) : undefined
    const status = await noteStatus(folder)
    const ignored = existsSync(join(status.root, FOREIGN_INDEX)) ? [FOREIGN_INDEX] : []
    const ok = status.problems.length + status.skipped.length === 0 && status.watched
    terminal.result(
      { ok, ...status, ignored, ...(fixed ? { fixed } : {}) },
      renderCheck(status, { ignored, fixed }).join('\n'),
    )
  },
})
export default doctor

export function renderCheck(status: NoteStatus, by: { ignored: string[]; fixed: NoteSynced | undefined }): string[] {
  const { problems, skipped, watched } = status
  const wrong = [
    ...problems.map((problem) => `setting  ${problem}`),
    ...skipped.map(({ path, reason }) => `skipped  ${path}: ${REASONS[reason] ?? reason}`),
    ...(watched
      ? []
      : [
          'watch    not every folder can be watched: what changes there is found a few seconds later, or at once with --fix',
        ]),
  ]
  return [
    ...(by.fixed ? [renderFixed(by.fixed)] : []),
    `${notes(status.files)}, ${countOf(status.pieces, 'piece', 'pieces')} in ${status.root}${status.files === 0 ? '. There are none here yet.' : '.'}`,
    ...wrong,
    ...by.ignored.map(
      (path) => `ignored  ${path}: an index of another program; ours is in the data folder, and this can be deleted`,
    ),
    ...(wrong.length === 0 ? ['Nothing is wrong.'] : []),
  ]
}

const REASONS: Record<string, string> = {
  missing: 'there is nothing at this path',
  unreadable: 'it cannot be read',
  too_large: 'it is too large for a note (2 MB)',
  outside: 'a link that leads out of the folders of notes; name the folder it leads to in extraPaths',
  refused: 'not allowed as a path (`..`, the whole disk, a place for secrets, our own data)',
  not_markdown: 'only Markdown (.md) is read',
  too_many: 'there are too many files here',
}

function renderFixed({ files, pieces, removed }: NoteSynced): string {
  const changed =
    pieces + removed === 0
      ? 'nothing had changed'
      : `${countOf(pieces, 'piece', 'pieces')} new or different, ${countOf(removed, 'file', 'files')} gone`
  return `Read ${notes(files)} again: ${changed}.`
}

async function readAgain(folder: DataFolder, progress: (text: string) => void): Promise<NoteSynced> {
  progress('Reading every note again …')
  const body = { cwd: resolve('.'), all: true }
  return askWorker(folder, 'POST /api/notes/sync', { body })
}
