import * as z from 'zod'
import { memories } from '../../../memory/count.ts'
import { MemoryError } from '../../../memory/error.ts'
import { askWorker } from '../../../worker/client.ts'
import type { ObservationFull } from '../../../worker/protocol/rows.ts'
import type { TurnReply } from '../../../worker/protocol/turns.ts'
import { readerOf } from '../home.ts'
import { DATA_NOT_ORDERS, keepWithin, renderObservation, renderTurn, TURN_TOKENS, WHOLE_TOKENS } from '../render.ts'
import { defineTool, type Place, READ_WITHIN_MS, read } from '../tool.ts'
import description from './get-observations.md'

export const getObservations = defineTool({
  name: 'get_observations',
  description,
  returns: 'memories in full, cut to ~300 tokens each; `whole` shows one uncut; `"T12"` is what was said in turn 12',
  schema: z.strictObject({
    ids: z
      .array(
        z.union([z.int().positive(), z.string().regex(/^T?[1-9]\d{0,14}$/i, 'an id is a number, or T and a number')]),
      )
      .min(1)
      .max(100),
    whole: z.boolean().optional(),
  }),
  async run(place, { ids, whole }) {
    const turns = ids.flatMap((id) => (isTurn(id) ? [Number(id.slice(1))] : []))
    const { results, missing } = await findMemories(place, ids.filter((id) => !isTurn(id)).map(Number))
    const said = await Promise.all(turns.map((id) => findTurn(place, id)))
    const known = said.filter((one) => one !== undefined)
    const reader = { ...readerOf(place, [...results, ...known]), ...(whole ? { budgetTokens: WHOLE_TOKENS } : {}) }
    const { shown } = keepWithin([
      ...results.map((one) => renderObservation(one, reader)),
      ...known.map((one) => renderTurn(one, reader)),
    ])
    const rest = [...results.map(({ id }) => id), ...known.map(({ id }) => `T${id}`)].slice(shown.length)
    const gone = [...missing, ...turns.filter((_, at) => said[at] === undefined).map((id) => `T${id}`)]
    return [
      ...(shown.length > 0 ? [`${headOf(shown.length, results.length)} (${DATA_NOT_ORDERS}):`] : []),
      ...shown.flatMap((text) => ['', text]),
      ...(rest.length > 0 ? ['', `Not shown for want of room, ask again: ${rest.join(', ')}`] : []),
      ...(gone.length > 0
        ? ['', `Nothing is kept under: ${gone.slice(0, 100).join(', ')}. Ids come from search and timeline.`]
        : []),
    ]
      .join('\n')
      .trim()
  },
})

function isTurn(id: number | string): id is string {
  return typeof id === 'string' && /^T/i.test(id)
}

function headOf(shown: number, found: number): string {
  return found === 0 ? 'What was said' : memories(Math.min(shown, found))
}

async function findMemories(place: Place, ids: number[]): Promise<{ results: ObservationFull[]; missing: number[] }> {
  if (ids.length === 0) return { results: [], missing: [] }
  return askWorker(place.folder, 'POST /api/observations/batch', {
    body: { ids, cwd: place.cwd },
    timeoutMs: READ_WITHIN_MS,
  })
}

async function findTurn(place: Place, id: number): Promise<TurnReply | undefined> {
  try {
    return await read(place, 'GET /api/turn', { id, tokens: TURN_TOKENS })
  } catch (error) {
    if (error instanceof MemoryError && error.code === 'not_found') return undefined
    throw error
  }
}
