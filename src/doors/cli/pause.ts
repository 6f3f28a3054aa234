import { callWorker } from '../../worker/client.ts'
import type { Command } from './command.ts'

const pause: Command = {
  usage: 'claude-mem pause\n\nNothing is captured and nothing is told until `claude-mem resume`.',
  async run({ folder, terminal }) {
    const reply = await callWorker(folder, { method: 'POST', path: '/api/pause' })
    terminal.result(reply, 'Paused. `claude-mem resume` goes on.')
  },
}
export default pause
