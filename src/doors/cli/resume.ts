import { askWorker } from '../../worker/client.ts'
import { defineCommand } from './command.ts'

const resume = defineCommand({
  summary: 'remember again after `claude-mem pause`',
  about: ['What happened while paused is not captured afterwards.'],
  async run({ folder, terminal }) {
    const reply = await askWorker(folder, 'POST /api/resume')
    terminal.result(reply, 'Recording is on.')
  },
})
export default resume
