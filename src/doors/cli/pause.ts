import { askWorker } from '../../worker/client.ts'
import { defineCommand } from './command.ts'

const pause = defineCommand({
  summary: 'stop remembering until `claude-mem resume`',
  about: ['While paused, nothing is captured and sessions are told nothing.'],
  async run({ folder, terminal }) {
    const reply = await askWorker(folder, 'POST /api/pause')
    terminal.result(reply, 'Recording is paused. To go on: claude-mem resume')
  },
})
export default pause
