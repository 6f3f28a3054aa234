import { resolve } from 'node:path'
import { countOf } from '../../../memory/count.ts'
import { MemoryError } from '../../../memory/error.ts'
import { askWorker } from '../../../worker/client.ts'
import { notes } from '../../note-rows.ts'
import { defineCommand } from '../command.ts'
import { optional, toggle } from '../takes.ts'

const workspace = defineCommand({
  summary: 'make the notes of a folder known: memory/MEMORY.md, daily logs and what its settings add',
  about: [
    'For a workspace of ClawCode or of any agent that keeps its memory in Markdown. The files stay where they are and stay the truth: nothing is copied or changed, they are searched from now on and followed when they change. An index that another program left there is not used.',
  ],
  page: 'in-and-out.md#folders-of-notes',
  args: { folder: optional('FOLDER', 'the workspace; if not given, the current one', { offers: 'files' }) },
  flags: { 'dry-run': toggle('only count') },
  examples: ['import workspace ~/agents/assistant'],
  async run({ args, flags, folder, terminal }) {
    const cwd = resolve(args.folder ?? '.')
    const before = await askWorker(folder, 'GET /api/notes/status', { query: { cwd } })
    if (!before.keepsNotes && before.files === 0) {
      throw new MemoryError('not_found', `There are no notes in ${before.root}. Nothing was changed.`, {
        hint: 'Notes are memory/MEMORY.md, memory/YYYY-MM-DD.md and other Markdown files in memory/.',
      })
    }
    if (!flags['dry-run']) await askWorker(folder, 'POST /api/notes/sync', { body: { cwd, all: true } })
    const after = await askWorker(folder, 'GET /api/notes/status', { query: { cwd } })
    const { project, root, files, pieces, skipped } = after
    const said = `${notes(files)} of ${project} (${root}) in ${countOf(pieces, 'piece', 'pieces')}`
    const left =
      skipped.length === 0
        ? ''
        : ` ${countOf(skipped.length, 'file was', 'files were')} left out: claude-mem notes doctor says why.`
    terminal.result(
      { dryRun: flags['dry-run'] === true, project, root, files, pieces, skipped: skipped.length },
      `${flags['dry-run'] ? `There are ${said}.` : `${said} can be searched now and are followed.`}${left}`,
    )
  },
})
export default workspace
