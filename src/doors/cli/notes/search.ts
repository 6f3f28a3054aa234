import { resolve } from 'node:path'
import { askWorker } from '../../../worker/client.ts'
import { NOTE_SCOPES, type NoteSearchReply } from '../../../worker/protocol/notes.ts'
import { noteRemarks, renderFoundNote, renderReach } from '../../note-rows.ts'
import { defineCommand, type Terminal } from '../command.ts'
import { oneOf, wholeNumber, words } from '../takes.ts'

const search = defineCommand({
  summary: 'find notes by words and meaning',
  args: { query: words('WORDS', 'what to look for') },
  flags: {
    scope: oneOf(NOTE_SCOPES, 'where to look; both if not given'),
    limit: wholeNumber('how many to show; 6 if not given', { most: 50 }),
  },
  examples: ['notes search release checklist'],
  async run({ args, flags: { scope = 'both', limit = 6 }, folder, terminal }) {
    const query = { query: args.query, scope, maxResults: limit, cwd: resolve('.') }
    const found = await askWorker(folder, 'GET /api/notes/search', { query })
    terminal.result(found, renderFound(found, { terminal, now: Date.now() }))
  },
})
export default search

export function renderFound(
  found: NoteSearchReply,
  { terminal, now }: { terminal: Pick<Terminal, 'bold' | 'dim'>; now: number },
): string {
  const { bold, dim } = terminal
  const reach = renderReach(found)
  if (found.results.length === 0) {
    const first = found.files === 0 ? '\nThere are no notes here yet; `claude-mem notes add "…"` writes the first.' : ''
    return `Nothing found (${reach}). Try fewer or other words.${first}`
  }
  const { citations } = found
  return [
    ...noteRemarks(found).map(dim),
    ...found.results.map((one, at) => renderFoundNote(one, at + 1, { citations, now, bold })),
    dim(`${reach}; in full: ${howToRead(found)}`),
  ].join('\n')
}

function howToRead({ results }: Pick<NoteSearchReply, 'results'>): string {
  const hasNote = results.some(({ kind }) => kind === 'note')
  const hasMemory = results.some(({ kind }) => kind !== 'note')
  return [...(hasNote ? ['claude-mem notes get PATH'] : []), ...(hasMemory ? ['claude-mem show ID'] : [])].join(', ')
}
