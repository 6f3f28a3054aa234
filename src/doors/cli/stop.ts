import { askWorker, type DataFolder, findWorker, isAlive } from '../../worker/client.ts'
import { defineCommand } from './command.ts'

const stop = defineCommand({
  summary: 'stop the worker',
  about: ['The next hook or command starts it again. To stop remembering, use `claude-mem pause`.'],
  async run({ folder, terminal }) {
    const pid = await stopWorker(folder)
    if (pid === undefined) return terminal.result({ stopped: false }, 'No worker is running.')
    terminal.result({ stopped: true, pid }, 'The worker has stopped.')
  },
})
export default stop

/** The pid of the worker that ended; undefined when none ran. */
export async function stopWorker(folder: DataFolder): Promise<number | undefined> {
  const running = findWorker(folder)
  if (!running) return undefined
  await askWorker(folder, 'POST /api/stop')
  while (isAlive(running.pid)) await new Promise((resolve) => setTimeout(resolve, 20))
  return running.pid
}
