import { resolve } from 'node:path'
import { MemoryError } from '../../../memory/error.ts'
import { callWorker } from '../../../worker/client.ts'
import { NOTE_SCOPES, type NoteSearchReply } from '../../../worker/protocol/notes.ts'
import { noteRemarks, renderFoundNote, renderReach } from '../../note-rows.ts'
import type { Invocation, Terminal } from '../command.ts'
import { wholeNumber } from '../flags.ts'

export async function searchInNotes({ positionals, flags, folder, terminal }: Invocation): Promise<void> {
  const words = positionals.join(' ').trim()
  if (words === '') throw new MemoryError('bad_input', 'Give the words to search for.')
  const { scope = 'both' } = flags
  if (!NOTE_SCOPES.some((one) => one === scope)) {
    throw new MemoryError('bad_input', `--scope must be ${NOTE_SCOPES.join(' or ')}; it is \`${scope}\`.`)
  }
  const limit = wholeNumber(flags.limit, 'limit', { most: 50 }) ?? 6
  const query = new URLSearchParams({
    query: words,
    scope: String(scope),
    maxResults: String(limit),
    cwd: resolve('.'),
  })
  const found = await callWorker<NoteSearchReply>(folder, { method: 'GET', path: `/api/notes/search?${query}` })
  terminal.result(found, renderFound(found, { terminal, now: Date.now() }))
}

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
