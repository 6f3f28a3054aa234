import { callWorker } from '../../worker/client.ts'
import type { Status } from '../../worker/protocol.ts'
import type { Command } from './command.ts'

const status: Command = {
  usage: 'claude-mem status',
  async run({ folder, terminal }) {
    const found = await callWorker<Status>(folder, { method: 'GET', path: '/api/status' })
    terminal.result(found, render(found))
  },
}
export default status

function render({ stored, queue, ...status }: Status): string {
  const age = queue.oldestUnprocessedAgeMs
  return [
    `worker     http://127.0.0.1:${status.port} (pid ${status.pid}, ${Math.round(status.memoryBytes / 1e6)} MB, version ${status.version})`,
    `memories   ${stored.observations} observations, ${stored.summaries} summaries, ${stored.prompts} prompts`,
    `from       ${stored.sessions} sessions (${stored.activeSessions} active) in ${stored.projects} projects`,
    `waiting    ${queue.spool} new events, ${queue.waitingSessions} sessions not distilled yet${age === null ? '' : `, oldest ${Math.round(age / 1000)} s`}`,
    `provider   ${renderProvider(status.synthesis)}`,
    ...(status.paused ? ['paused     yes; `claude-mem resume` goes on'] : []),
    ...(status.lastError
      ? [`last error ${new Date(status.lastError.at).toLocaleString()}: ${status.lastError.message}`]
      : []),
    ...status.notices.map((notice) => `notice     ${notice}`),
  ].join('\n')
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
