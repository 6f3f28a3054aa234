import { ensureWorker } from '../../worker/client.ts'
import type { Command } from './command.ts'

const start: Command = {
  usage: 'claude-mem start',
  async run({ folder, terminal }) {
    const { port, pid } = await ensureWorker(folder)
    terminal.result({ port, pid }, `The worker runs at http://127.0.0.1:${port} (pid ${pid}).`)
  },
}
export default start
