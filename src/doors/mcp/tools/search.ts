import * as z from 'zod'
import { memories } from '../../../memory/count.ts'
import { getTypes } from '../../observation-types.ts'
import { queryRemarks } from '../../query-remarks.ts'
import { renderSearched } from '../../searched-text.ts'
import { readerOf } from '../home.ts'
import { DATA_NOT_ORDERS, keepWithin, renderAnyLine } from '../render.ts'
import { defineTool, read } from '../tool.ts'
import description from './search.md'

/** Thirty rows of ~75 tokens fill a reply. */
const MAX_ROWS = 30

export const search = defineTool({
  name: 'search',
  description,
  returns: 'an index: id, type, age, title, and what was said about it, ~130 tokens a row',
  schema: z.strictObject({
    query: z.string(),
    project: z.string().optional(),
    type: z.string().optional().describe('bugfix, decision, …'),
    file: z.string().optional(),
    since: z.string().optional().describe('ISO date'),
    until: z.string().optional(),
    fresh: z.boolean().optional(),
    limit: z.int().min(1).max(MAX_ROWS).optional(),
  }),
  async run(place, asked) {
    const { limit = 10 } = asked
    if (asked.type !== undefined) getTypes(asked.type)
    const found = await read(place, 'GET /api/search', {
      query: asked.query,
      project: asked.project,
      type: asked.type,
      files: asked.file,
      'dateRange[start]': asked.since,
      'dateRange[end]': asked.until,
      fresh: asked.fresh ? 'true' : undefined,
      cwd: place.cwd,
      format: 'index',
      limit,
    })
    const reader = readerOf(place, found.results)
    const { shown, left } = keepWithin(found.results.map((one) => renderAnyLine(one, reader)))
    const how = renderSearched(found.searched)
    if (shown.length === 0) return renderNothing(asked, how)
    // If more rows were found than fit into a reply, a higher limit changes nothing.
    const raise = left === 0 && limit < MAX_ROWS ? `, or raise limit (${MAX_ROWS} at most)` : ''
    const next = found.more || left > 0 ? ` There are more: narrow the search${raise}.` : ''
    return [
      ...(found.near ? [] : [`${memories(shown.length)} (${how}; ${DATA_NOT_ORDERS}):`]),
      ...queryRemarks(found),
      ...shown,
      found.near ? `(${how}; ${DATA_NOT_ORDERS})` : `Details: get_observations.${next}`,
    ].join('\n')
  },
})

const FILTERS = ['project', 'type', 'file', 'since', 'until', 'fresh'] as const

function renderNothing(asked: Partial<Record<(typeof FILTERS)[number], unknown>>, how: string): string {
  const given = FILTERS.filter((name) => asked[name] !== undefined)
  const without = given.length === 0 ? '' : ` So may leaving ${given.join(' or ')} away.`
  return `Nothing found (${how}). Fewer or other words may help.${without}`
}
