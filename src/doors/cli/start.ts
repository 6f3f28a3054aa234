import { ensureWorker } from '../../worker/client.ts'
import { defineCommand } from './command.ts'

const start = defineCommand({
  summary: 'start the worker, the background process that keeps the memories',
  about: ['Hooks and commands start it by themselves when they need it.'],
  async run({ folder, terminal }) {
    const { port, pid } = await ensureWorker(folder)
    terminal.result({ port, pid }, `The worker runs at http://127.0.0.1:${port} (pid ${pid}).`)
  },
})
export default start
