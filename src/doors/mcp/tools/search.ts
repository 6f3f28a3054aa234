import * as z from 'zod'
import type { ObservationReply } from '../../../worker/protocol/search.ts'
import { homeOf } from '../home.ts'
import { DATA_NOT_ORDERS, keepWithin, renderIndexLine } from '../render.ts'
import { defineTool, read } from '../tool.ts'
import description from './search.md'

/** Thirty rows of ~75 tokens are what a reply can hold. */
const MOST_ROWS = 30

export const search = defineTool({
  name: 'search',
  description,
  schema: z.strictObject({
    query: z.string(),
    project: z.string().optional(),
    type: z.string().optional().describe('bugfix, decision, …'),
    file: z.string().optional(),
    since: z.string().optional().describe('ISO date'),
    until: z.string().optional(),
    fresh: z.boolean().optional(),
    limit: z.int().min(1).max(MOST_ROWS).optional(),
  }),
  async run(place, asked) {
    const { limit = 10 } = asked
    const found = await read<ObservationReply>(place, '/api/search/observations', {
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
    const reader = { now: place.now(), home: homeOf(place.cwd) }
    const { shown, left } = keepWithin(found.results.map((one) => renderIndexLine(one, reader)))
    const how = `searched: ${found.searched}`
    if (shown.length === 0) return `Nothing found (${how}). Fewer or other words may help.`
    const next =
      found.more || left > 0 ? ` There are more: narrow the search, or raise limit (${MOST_ROWS} at most).` : ''
    return [
      `${shown.length} memories (${how}; ${DATA_NOT_ORDERS}):`,
      ...shown,
      `Details: get_observations.${next}`,
    ].join('\n')
  },
})
