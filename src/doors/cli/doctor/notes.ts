/** Notes in Markdown of the workspace the user stands in. */
import { countOf } from '../../../memory/count.ts'
import { askWorker } from '../../../worker/client.ts'
import { mayHaveNotes } from '../../../workspace/may-have-notes.ts'
import { resolveProject } from '../../../workspace/project.ts'
import { defineCheck } from './check.ts'

export const notesCheck = defineCheck({
  name: 'notes',
  asks: 'the notes of this workspace are read and watched',
  needsWorker: true,
  faults: {
    'notes-unread': {
      what: 'Some notes of this workspace cannot be read, or a setting of notes cannot be used.',
      why: 'What stands in them is not found.',
      fix: 'claude-mem notes doctor',
    },
    'notes-unwatched': {
      what: 'Not every folder of notes can be watched.',
      why: 'What changes there is found only some seconds later.',
      fix: 'claude-mem notes doctor --fix',
      repair: async ({ cwd, folder, say }) => {
        say('Reading every note again …')
        await askWorker(folder, 'POST /api/notes/sync', { body: { cwd, all: true } })
      },
    },
  },
  async run({ cwd, folder }) {
    // Asking about a folder without notes would make it known as a workspace.
    if (!mayHaveNotes(resolveProject(cwd).root)) return { ok: 'no notes here' }
    const status = await askWorker(folder, 'GET /api/notes/status', { query: { cwd } })
    const { files, problems, skipped, watched, root } = status
    const wrong = [...problems, ...skipped.map(({ path, reason }) => `${path}: ${reason.replaceAll('_', ' ')}`)]
    if (wrong.length > 0) {
      const more = wrong.length > 1 ? ` And ${countOf(wrong.length - 1, 'more', 'more')}.` : ''
      return { found: [{ fault: 'notes-unread', what: `${wrong[0]}.${more}`.replace('..', '.') }] }
    }
    if (!watched)
      return { found: [{ fault: 'notes-unwatched', what: `Not every folder of notes in ${root} can be watched.` }] }
    return { ok: `${countOf(files, 'note')} in ${root}` }
  },
})
