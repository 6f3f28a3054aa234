import { callWorker, type DataFolder, findWorker, isAlive } from '../../worker/client.ts'
import type { Command } from './command.ts'

const stop: Command = {
  usage:
    'claude-mem stop\n\nThe next hook of a running session starts the worker again; `pause` is what stops remembering.',
  async run({ folder, terminal }) {
    const pid = await stopWorker(folder)
    if (pid === undefined) return terminal.result({ stopped: false }, 'No worker is running.')
    terminal.result({ stopped: true, pid }, 'The worker has stopped.')
  },
}
export default stop

/** The pid of the worker that ended; undefined when none ran. */
export async function stopWorker(folder: DataFolder): Promise<number | undefined> {
  const running = findWorker(folder)
  if (!running) return undefined
  await callWorker(folder, { method: 'POST', path: '/api/stop' })
  while (isAlive(running.pid)) await new Promise((resolve) => setTimeout(resolve, 20))
  return running.pid
}
