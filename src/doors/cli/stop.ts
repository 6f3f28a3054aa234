import { callWorker, findWorker, isAlive } from '../../worker/client.ts'
import type { Command } from './command.ts'

const stop: Command = {
  usage:
    'claude-mem stop\n\nThe next hook of a running session starts the worker again; `pause` is what stops remembering.',
  async run({ folder, terminal }) {
    const running = findWorker(folder)
    if (!running) return terminal.result({ stopped: false }, 'No worker is running.')
    await callWorker(folder, { method: 'POST', path: '/api/stop' })
    while (isAlive(running.pid)) await new Promise((resolve) => setTimeout(resolve, 20))
    terminal.result({ stopped: true, pid: running.pid }, 'The worker has stopped.')
  },
}
export default stop
