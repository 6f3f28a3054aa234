/** The worker: does it answer, is it the installed one, and who has its port. */
import { askWorker, type DataFolder, ensureWorker, findLiveWorker } from '../../../worker/client.ts'
import { stopWorker } from '../stop.ts'
import { defineCheck } from './check.ts'
import { portOwner } from './port-owner.ts'
import { installedVersion } from './program.ts'
import { logEntries } from './worker-log.ts'
import { endWorker, findOwnProcess } from './worker-process.ts'

export const workerCheck = defineCheck({
  name: 'worker',
  asks: 'the worker runs and answers; starts it if need be',
  faults: {
    'worker-hangs': {
      what: 'The worker runs but does not answer.',
      why: 'Events pile up, and sessions start without memories.',
      fix: 'claude-mem doctor --fix',
      async repair({ folder, say }) {
        say('Restarting the worker …')
        await endWorker(folder)
        await ensureWorker(folder)
      },
    },
    'worker-fails': {
      what: 'The worker does not start.',
      why: 'Events pile up until it does; nothing can be found.',
      fix: 'claude-mem logs',
    },
    'worker-old': {
      what: 'The running worker is of another version than the installed program.',
      why: 'What was improved since takes effect only with the new one.',
      fix: 'claude-mem stop',
      async repair({ folder, say }) {
        say('Restarting the worker …')
        await stopWorker(folder)
        await ensureWorker(folder)
      },
    },
  },
  async run({ folder, say }) {
    const pid = findOwnProcess(folder)
    // Asked twice: a busy machine may need longer than the two seconds of one question.
    if (pid !== undefined && !(await findLiveWorker(folder)) && !(await findLiveWorker(folder))) {
      return { found: [{ fault: 'worker-hangs', what: `The worker (pid ${pid}) runs but does not answer.` }] }
    }
    say('Starting the worker …')
    const started = await ensureWorker(folder).catch(() => undefined)
    if (!started)
      return { found: [{ fault: 'worker-fails', what: `The worker does not start${lastTrouble(folder)}.` }] }
    const { version, port } = await askWorker(folder, 'GET /api/status')
    const installed = installedVersion(folder)
    if (installed !== undefined && version !== installed)
      return { found: [{ fault: 'worker-old', what: `The worker is ${version}; installed is ${installed}.` }] }
    return { ok: `http://127.0.0.1:${port} (pid ${started.pid})` }
  },
})

export const portCheck = defineCheck({
  name: 'port',
  asks: 'the worker has the port that was asked for',
  needsWorker: true,
  faults: {
    'port-taken': {
      what: 'Another program has the worker’s port.',
      why: 'The worker works on another port, but the address you know leads to a stranger.',
      fix: 'end the other program, or set CLAUDE_MEM_WORKER_PORT in settings.json; then: claude-mem stop',
    },
  },
  async run({ config, folder }) {
    const { port } = await askWorker(folder, 'GET /api/status')
    const wished = config.WORKER_PORT
    if (wished === 0 || wished === port) return { ok: String(port) }
    const owner = portOwner(wished)
    const what = `Port ${wished} belongs to ${owner ?? 'another program'}; the worker took ${port}.`
    const fix = `end that program, or set CLAUDE_MEM_WORKER_PORT in ${folder.settings}; then: claude-mem stop`
    return { found: [{ fault: 'port-taken', what, fix }] }
  },
})

function lastTrouble(folder: DataFolder): string {
  const entry = logEntries(folder).findLast(({ level }) => level === 'error')
  return entry ? `: ${(entry.error?.message ?? entry.what ?? '').replace(/\.$/, '')}` : ''
}
