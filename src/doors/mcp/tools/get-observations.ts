import * as z from 'zod'
import { callWorker } from '../../../worker/client.ts'
import type { ObservationFull } from '../../../worker/protocol/rows.ts'
import { memories } from '../../count.ts'
import { readerOf } from '../home.ts'
import { DATA_NOT_ORDERS, keepWithin, renderObservation, WHOLE_TOKENS } from '../render.ts'
import { defineTool, READ_WITHIN_MS } from '../tool.ts'
import description from './get-observations.md'

export const getObservations = defineTool({
  name: 'get_observations',
  description,
  schema: z.strictObject({ ids: z.array(z.int().positive()).min(1).max(100), whole: z.boolean().optional() }),
  async run(place, { ids, whole }) {
    const { results, missing } = await callWorker<{ results: ObservationFull[]; missing: number[] }>(place.folder, {
      method: 'POST',
      path: '/api/observations/batch',
      body: { ids, cwd: place.cwd },
      timeoutMs: READ_WITHIN_MS,
    })
    const reader = { ...readerOf(place, results), ...(whole ? { budgetTokens: WHOLE_TOKENS } : {}) }
    const { shown } = keepWithin(results.map((one) => renderObservation(one, reader)))
    const rest = results.slice(shown.length).map(({ id }) => id)
    return [
      ...(shown.length > 0 ? [`${memories(shown.length)} (${DATA_NOT_ORDERS}):`] : []),
      ...shown.flatMap((text) => ['', text]),
      ...(rest.length > 0 ? ['', `Not shown for want of room, ask again: ${rest.join(', ')}`] : []),
      ...(missing.length > 0
        ? ['', `Nothing is kept under: ${missing.slice(0, 100).join(', ')}. Ids come from search and timeline.`]
        : []),
    ]
      .join('\n')
      .trim()
  },
})
