import { MemoryError } from '../../memory/error.ts'
import { callWorker } from '../../worker/client.ts'
import type { Forgotten } from '../../worker/protocol.ts'
import type { Command } from './command.ts'

const forget: Command = {
  usage:
    'claude-mem forget ID\n\nDeletes the memory, its search entries and the events it was made from. It cannot come back.\n' +
    'Backups made before keep it until they are replaced (a week at most).',
  async run({ positionals, folder, terminal }) {
    const id = Number(positionals[0])
    if (!Number.isSafeInteger(id) || id <= 0 || positionals.length !== 1) {
      throw new MemoryError('bad_input', 'Give the id of one memory.', {
        hint: 'Find it with: claude-mem search WORDS',
      })
    }
    const gone = await callWorker<Forgotten>(folder, { method: 'POST', path: '/api/forget', body: { id } })
    terminal.result(gone, `Forgotten: memory ${id}, with ${gone.events} events and ${gone.prompts} prompts behind it.`)
  },
}
export default forget
