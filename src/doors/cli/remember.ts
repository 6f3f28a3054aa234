import { MemoryError } from '../../memory/error.ts'
import { safeLine } from '../../memory/safe-text.ts'
import { callWorker } from '../../worker/client.ts'
import type { Remembered } from '../../worker/protocol.ts'
import { getType } from '../observation-types.ts'
import type { Command } from './command.ts'

const remember: Command = {
  usage:
    'claude-mem remember "text" [--title T] [--type decision|bugfix|feature|refactor|discovery|change]\n\n' +
    'Belongs to the project of the current folder. Secrets and <private> parts are left out.',
  options: { title: { type: 'string' }, type: { type: 'string' } },
  async run({ positionals, flags, folder, terminal }) {
    const text = positionals.join(' ')
    if (text.trim() === '') {
      throw new MemoryError('bad_input', 'There is nothing to remember.', {
        hint: 'Try: claude-mem remember "CI needs Node 22"',
      })
    }
    const type = typeof flags.type === 'string' ? getType(flags.type) : undefined
    const reply = await callWorker<Remembered>(folder, {
      method: 'POST',
      path: '/api/remember',
      body: { text, title: flags.title, type, cwd: process.cwd() },
    })
    terminal.result(reply, `Remembered as ${reply.id} in ${safeLine(reply.project)}.`)
  },
}
export default remember
