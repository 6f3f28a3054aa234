/** One session's summary by the number that timelines print: `S12`. */
import { resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { askWorker, type DataFolder } from '../../worker/client.ts'
import type { SummaryFull } from '../../worker/protocol/rows.ts'
import type { TimelineReply } from '../../worker/protocol/search.ts'

/** No route returns a summary by number: the timeline gives its time and project, and a search by these returns it. */
export async function findSummary(folder: DataFolder, number: number): Promise<SummaryFull | undefined> {
  const around = await findMoment(folder, `S${number}`)
  const index = around?.timeline.find((one) => one.kind === 'summary')
  if (index?.kind !== 'summary') return undefined
  const moment = String(index.created_at_epoch)
  const query = {
    ...{ query: '', project: index.project_id, format: 'full', limit: 100 },
    ...{ 'dateRange[start]': moment, 'dateRange[end]': moment },
  }
  const found = await askWorker(folder, 'GET /api/search/sessions', { query })
  return found.format === 'full' ? found.results.find((one) => one.id === index.id) : undefined
}

/** Only the anchor, without its surroundings; undefined when there is no such anchor. */
async function findMoment(folder: DataFolder, anchor: string): Promise<TimelineReply | undefined> {
  const query = { anchor, depth_before: 0, depth_after: 0, cwd: resolve('.') }
  try {
    return await askWorker(folder, 'GET /api/search/timeline', { query })
  } catch (error) {
    if (error instanceof MemoryError && ['not_found', 'bad_input'].includes(error.code)) return undefined
    throw error
  }
}
