import { callWorker } from '../../worker/client.ts'
import type { Command } from './command.ts'

const resume: Command = {
  usage: 'claude-mem resume\n\nWhat happened while paused stays unknown.',
  async run({ folder, terminal }) {
    const reply = await callWorker(folder, { method: 'POST', path: '/api/resume' })
    terminal.result(reply, 'Remembering again.')
  },
}
export default resume
