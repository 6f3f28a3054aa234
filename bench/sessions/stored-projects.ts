/** Which project each session that left a memory is stored under, asked page by page. */
import type { ObservationReply } from '../../src/worker/protocol/search.ts'

const PAGE = 500

export async function findStoredProjects(
  get: (path: string) => Promise<ObservationReply>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let offset = 0; ; offset += PAGE) {
    const by = new URLSearchParams({ query: '', format: 'full', limit: String(PAGE), offset: String(offset) })
    const { results, more } = await get(`/api/search/observations?${by}`)
    for (const row of results) if ('session_id' in row && row.session_id) found.set(row.session_id, row.project_id)
    if (!more) return found
  }
}
