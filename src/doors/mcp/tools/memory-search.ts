import * as z from 'zod'
import { countOf } from '../../../memory/count.ts'
import { NOTE_SCOPES, type NoteSearchReply } from '../../../worker/protocol/notes.ts'
import { noteRemarks, renderFoundNote, renderReach } from '../../note-rows.ts'
import { DATA_NOT_ORDERS, keepWithin } from '../render.ts'
import { defineTool, read } from '../tool.ts'
import description from './memory-search.md'

/** A question is short; anything longer is a message, which memory_context takes. */
const MAX_CHARACTERS = 10_000

export const memorySearch = defineTool({
  name: 'memory_search',
  description,
  returns:
    'passages of the workspace’s [notes](notes.md), and memories, with citations (`memory/2026-04-11.md#L3-L9`); `scope` is `both`, `notes` or `memories`',
  schema: z.strictObject({
    query: z.string().trim().min(1, 'it is empty').max(MAX_CHARACTERS),
    scope: z.enum(NOTE_SCOPES).optional(),
    maxResults: z.int().min(1).max(50).optional(),
  }),
  async run(place, asked) {
    const found = await read(place, 'GET /api/notes/search', { ...asked, cwd: place.cwd })
    const { citations } = found
    const rows = found.results.map((one, at) => renderFoundNote(one, at + 1, { citations, now: place.now() }))
    const { shown, left } = keepWithin(rows)
    if (shown.length === 0) return renderNothing(found, asked.scope)
    return [
      `${countOf(shown.length, 'result', 'results')} (${renderReach(found)}; ${DATA_NOT_ORDERS}):`,
      ...noteRemarks(found),
      ...shown,
      ...(left > 0 ? [`${left} more do not fit: narrow the query, or ask for fewer.`] : []),
    ].join('\n')
  },
})

function renderNothing(found: NoteSearchReply, scope: (typeof NOTE_SCOPES)[number] = 'both'): string {
  const noNotes = found.files === 0 && scope !== 'memories'
  return [
    `Nothing found (${renderReach(found)}). Fewer or other words may help.`,
    ...(scope === 'both' ? [] : ['So may leaving scope away.']),
    ...(noNotes ? ['This workspace has no notes yet; remember with to: "log" writes the first.'] : []),
  ].join(' ')
}
