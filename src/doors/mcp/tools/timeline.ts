import * as z from 'zod'
import { MemoryError } from '../../../memory/error.ts'
import type { TimelineByQueryReply, TimelineReply } from '../../../worker/protocol/search.ts'
import { timelineRemarks } from '../../query-remarks.ts'
import { renderSearched } from '../../searched-text.ts'
import { readerOf } from '../home.ts'
import { DATA_NOT_ORDERS, keepWithin, renderTimeline } from '../render.ts'
import { defineTool, read } from '../tool.ts'
import description from './timeline.md'

export const timeline = defineTool({
  name: 'timeline',
  description,
  returns: 'what came before and after, oldest first. Give `anchor` or `query`',
  schema: z.strictObject({
    anchor: z.coerce.string().optional().describe('id, S123 or time'),
    query: z.string().optional(),
    before: z.int().min(0).max(20).optional(),
    after: z.int().min(0).max(20).optional(),
  }),
  async run(place, { anchor, query, before = 6, after = 6 }) {
    if (anchor === undefined && query === undefined) throw new MemoryError('bad_input', 'Give an anchor or a query.')
    const around = { depth_before: before, depth_after: after, cwd: place.cwd }
    const found: TimelineReply | TimelineByQueryReply =
      anchor === undefined
        ? await read(place, 'GET /api/search/timeline-by-query', { query, ...around })
        : await read(place, 'GET /api/search/timeline', { anchor, ...around })
    const how = 'searched' in found ? `${renderSearched(found.searched)}; ` : ''
    const notes = timelineRemarks(found)
    if (found.anchor === null)
      return [...notes, `Nothing found (${how.replace('; ', '')}). Fewer or other words may help.`].join('\n')
    const rows = found.timeline.filter((one) => one.kind !== 'anchor')
    const lines = renderTimeline(found, readerOf(place, rows))
    const { shown, left } = keepWithin(lines)
    return [
      `Around ${found.anchor}, oldest first (${how}${DATA_NOT_ORDERS}):`,
      ...notes,
      ...shown,
      ...(left > 0 ? [`${left} more do not fit: ask with fewer before and after.`] : []),
    ].join('\n')
  },
})
