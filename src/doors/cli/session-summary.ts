/** One session's summary by the number that timelines print: `S12`. */
import { resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { callWorker, type DataFolder } from '../../worker/client.ts'
import type { SummaryFull } from '../../worker/protocol/rows.ts'
import type { TimelineReply } from '../../worker/protocol/search.ts'

/** No route gives a summary by its number: the timeline knows its time and project, and a search by these gives all of it. */
export async function findSummary(folder: DataFolder, number: number): Promise<SummaryFull | undefined> {
  const around = await findMoment(folder, `S${number}`)
  const index = around?.timeline.find((one) => one.kind === 'summary')
  if (index?.kind !== 'summary') return undefined
  const moment = String(index.created_at_epoch)
  const query = new URLSearchParams({ query: '', project: index.project_id, format: 'full', limit: '100' })
  query.set('dateRange[start]', moment)
  query.set('dateRange[end]', moment)
  const { results } = await callWorker<{ results: SummaryFull[] }>(folder, {
    method: 'GET',
    path: `/api/search/sessions?${query}`,
  })
  return results.find((one) => one.id === index.id)
}

/** The anchor alone, nothing around it; undefined when there is no such anchor. */
async function findMoment(folder: DataFolder, anchor: string): Promise<TimelineReply | undefined> {
  const query = new URLSearchParams({ anchor, depth_before: '0', depth_after: '0', cwd: resolve('.') })
  try {
    return await callWorker<TimelineReply>(folder, { method: 'GET', path: `/api/search/timeline?${query}` })
  } catch (error) {
    if (error instanceof MemoryError && ['not_found', 'bad_input'].includes(error.code)) return undefined
    throw error
  }
}
