/** What is set up, what is stored and what went wrong. Starts and creates nothing: this command only looks. */
import { existsSync } from 'node:fs'
import { renderAge } from '../../memory/age.ts'
import { countOf, renderNumber } from '../../memory/count.ts'
import { safeLine } from '../../memory/safe-text.ts'
import { askWorker, checkFolders, type DataFolder, findLiveWorker } from '../../worker/client.ts'
import type { IndexStatus } from '../../worker/protocol/overview.ts'
import type { Status } from '../../worker/protocol.ts'
import { defineCommand } from './command.ts'
import { renderSearchState } from './index-text.ts'
import { findRecording, type Recording, waitingEvents } from './recording.ts'
import { findInstalledParts, type InstalledParts, type Part } from './setup/claude-code/installed-parts.ts'

/** The index may have to start first; nobody waits longer for one line. */
const INDEX_WITHIN_MS = 3000

const status = defineCommand({
  summary: 'show whether it is set up and recording, what is stored and what went wrong',
  about: ['Starts nothing and changes nothing. Without a running worker, what is stored cannot be counted.'],
  async run({ config, folder, terminal }) {
    checkFolders(folder)
    const parts = findInstalledParts(config, folder.app)
    const hosts = await otherHosts(folder)
    const setup = { dataDir: folder.root, recording: findRecording(folder, parts.hooks), ...parts, hosts }
    if (!(await findLiveWorker(folder))) {
      const waiting = waitingEvents(folder)
      return terminal.result({ running: false, ...setup, waiting }, renderAsleep(setup, waiting))
    }
    const found = await askWorker(folder, 'GET /api/status')
    // A problem with the index must not hide the rest.
    const index = await indexStatus(folder).catch(() => undefined)
    const text = [...renderSetup(setup), render(found, index)].join('\n')
    terminal.result({ running: true, ...setup, ...found, index: index ?? null }, text)
  },
})
export default status

function indexStatus(folder: DataFolder): Promise<IndexStatus> {
  return askWorker(folder, 'GET /api/index', { timeoutMs: INDEX_WITHIN_MS })
}

/** Names of hosts other than Claude Code that have our tools. Loaded only where there are some: most have none. */
async function otherHosts(folder: DataFolder): Promise<string[]> {
  if (!existsSync(folder.hosts)) return []
  const { findHostEntries } = await import('./setup/host-entry.ts')
  return findHostEntries(folder).flatMap(({ host, isThere }) => (isThere ? [host.title] : []))
}

type Setup = InstalledParts & { dataDir: string; recording: Recording; hosts: string[] }

function renderSetup({ dataDir, recording, hooks, mcp, skill, hosts }: Setup): string[] {
  const { on, because, lastEventAt } = recording
  const last = lastEventAt === null ? 'no event yet' : `last event ${renderAge(lastEventAt, Date.now())}`
  return [
    `recording  ${on ? `yes; ${last}` : `no: ${because}`}`,
    `hooks      ${renderPart(hooks)}`,
    `MCP        ${renderPart(mcp)}`,
    `skill      ${renderPart(skill)}`,
    ...(hosts.length > 0 ? [`tools in   ${hosts.join(', ')}`] : []),
    `data       ${safeLine(dataDir)}`,
  ]
}

function renderPart(part: Part): string {
  return part.installed ? `installed (${part.by})` : part.because
}

function renderAsleep(setup: Setup, waiting: number): string {
  return [
    ...renderSetup(setup),
    'worker     not running; the next hook or command starts it',
    ...(waiting === 0 ? [] : [`waiting    ${countOf(waiting, 'new event', 'new events')}`]),
  ].join('\n')
}

function render({ stored, queue, ...status }: Status, index: IndexStatus | undefined): string {
  const age = queue.oldestUnprocessedAgeMs
  return [
    `worker     http://127.0.0.1:${status.port} (pid ${status.pid}, ${Math.round(status.memoryBytes / 1e6)} MB, version ${status.version})`,
    `memories   ${countOf(stored.observations, 'observation', 'observations')}, ${countOf(stored.summaries, 'summary', 'summaries')}, ${countOf(stored.prompts, 'prompt', 'prompts')}`,
    `from       ${countOf(stored.sessions, 'session', 'sessions')} (${stored.activeSessions} active) in ${countOf(stored.projects, 'project', 'projects')}`,
    `waiting    ${countOf(queue.spool, 'new event', 'new events')}, ${countOf(queue.waitingSessions, 'session', 'sessions')} not distilled yet${age === null ? '' : `, oldest ${Math.round(age / 1000)} s`}`,
    `search     ${renderSearchState(index)}`,
    `provider   ${renderProvider(status.synthesis)}`,
    ...(status.erasing ? [`erasing    ${renderErasing(status.erasing)}`] : []),
    ...(status.lastError
      ? [`last error ${new Date(status.lastError.at).toLocaleString()}: ${safeLine(status.lastError.message)}`]
      : []),
    ...status.notices.map((notice) => `notice     ${notice}`),
  ].join('\n')
}

/** What was forgotten but is not erased from disk yet. */
function renderErasing({ since, words, vectors }: NonNullable<Status['erasing']>): string {
  const parts = [
    ...(words && since !== null ? [`words and backups, forgotten ${new Date(since).toLocaleString()}`] : []),
    ...(vectors > 0 ? [countOf(vectors, 'vector', 'vectors')] : []),
  ]
  return `${parts.join(', ')}; this line disappears when nothing is left on the disk`
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
  const left = `${countOf(waiting, 'batch', 'batches')} waiting${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return `${provider} (${model}), ${renderNumber(spentToday)} of ${renderNumber(budget)} tokens today, ${left}${lastError ? `, last error: ${lastError}` : ''}`
}
