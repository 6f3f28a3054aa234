import { safeLine } from '../../memory/safe-text.ts'
import { askWorker } from '../../worker/client.ts'
import type { IndexStatus } from '../../worker/protocol/overview.ts'
import type { Status } from '../../worker/protocol.ts'
import { countOf } from '../count.ts'
import { defineCommand } from './command.ts'
import { renderSearchState } from './index-text.ts'

/** The index may have to be started to be asked; nobody waits longer for one line. */
const INDEX_WITHIN_MS = 3000

const status = defineCommand({
  summary: 'show what is stored, what is still waiting and what went wrong',
  async run({ folder, terminal }) {
    const found = await askWorker(folder, 'GET /api/status')
    // What is wrong with the index must not hide what is known of everything else.
    const index = await askWorker(folder, 'GET /api/index', {
      timeoutMs: INDEX_WITHIN_MS,
    }).catch(() => undefined)
    terminal.result({ ...found, index: index ?? null }, render(found, index))
  },
})
export default status

function render({ stored, queue, ...status }: Status, index: IndexStatus | undefined): string {
  const age = queue.oldestUnprocessedAgeMs
  return [
    `worker     http://127.0.0.1:${status.port} (pid ${status.pid}, ${Math.round(status.memoryBytes / 1e6)} MB, version ${status.version})`,
    `memories   ${countOf(stored.observations, 'observation', 'observations')}, ${countOf(stored.summaries, 'summary', 'summaries')}, ${countOf(stored.prompts, 'prompt', 'prompts')}`,
    `from       ${countOf(stored.sessions, 'session', 'sessions')} (${stored.activeSessions} active) in ${countOf(stored.projects, 'project', 'projects')}`,
    `waiting    ${queue.spool} new events, ${queue.waitingSessions} sessions not distilled yet${age === null ? '' : `, oldest ${Math.round(age / 1000)} s`}`,
    `search     ${renderSearchState(index)}`,
    `provider   ${renderProvider(status.synthesis)}`,
    ...(status.erasing ? [`erasing    ${renderErasing(status.erasing)}`] : []),
    ...(status.paused ? ['paused     yes; `claude-mem resume` goes on'] : []),
    ...(status.lastError
      ? [`last error ${new Date(status.lastError.at).toLocaleString()}: ${safeLine(status.lastError.message)}`]
      : []),
    ...status.notices.map((notice) => `notice     ${notice}`),
  ].join('\n')
}

/** What was forgotten and is not yet gone from the disk. */
function renderErasing({ since, words, vectors }: NonNullable<Status['erasing']>): string {
  const parts = [
    ...(words && since !== null ? [`words and backups, forgotten ${new Date(since).toLocaleString()}`] : []),
    ...(vectors > 0 ? [countOf(vectors, 'vector', 'vectors')] : []),
  ]
  return `${parts.join(', ')}; this line goes when nothing is left on the disk`
}

function renderProvider({
  provider,
  model,
  spentToday,
  budget,
  waiting,
  skipped,
  lastError,
}: Status['synthesis']): string {
  if (provider === 'local') return 'local'
  const count = (value: number) => value.toLocaleString('en-US')
  const left = `${waiting} batches waiting${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return `${provider} (${model}), ${count(spentToday)} of ${count(budget)} tokens today, ${left}${lastError ? `, last error: ${lastError}` : ''}`
}
