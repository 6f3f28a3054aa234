import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { countOf } from '../../../memory/count.ts'
import { MemoryError } from '../../../memory/error.ts'
import { askWorker } from '../../../worker/client.ts'
import { isMarkdownName, isPassedOver } from '../../../workspace/markdown-tree.ts'
import { keepsNotes } from '../../../workspace/may-have-notes.ts'
import { resolveProject } from '../../../workspace/project.ts'
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
    const { root } = resolveProject(resolve(args.folder ?? '.'))
    if (!keepsNotes(root)) {
      throw new MemoryError('not_found', `There are no notes in ${root}. Nothing was changed.`, {
        hint: 'Notes are memory/MEMORY.md, memory/YYYY-MM-DD.md and other Markdown files in memory/.',
      })
    }
    if (flags['dry-run']) {
      const files = countNotes(join(root, 'memory'))
      return terminal.result({ dryRun: true, root, files }, `There are ${notes(files)} in ${root}.`)
    }
    const { files, pieces, skipped } = await askWorker(folder, 'POST /api/notes/sync', {
      body: { cwd: root, all: true },
    })
    const why = 'claude-mem notes doctor says why'
    const left = skipped.length === 0 ? '' : ` ${countOf(skipped.length, 'file was', 'files were')} left out: ${why}.`
    terminal.result(
      { dryRun: false, root, files, pieces, skipped: skipped.length },
      `${notes(files)} of ${root} in ${countOf(pieces, 'piece', 'pieces')} can be searched now and are followed.${left}`,
    )
  },
})
export default workspace

function countNotes(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.isDirectory()) return isPassedOver(entry.name) ? sum : sum + countNotes(join(folder, entry.name))
    return isMarkdownName(entry.name) ? sum + 1 : sum
  }, 0)
}
