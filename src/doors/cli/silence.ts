import { askWorker } from '../../worker/client.ts'
import { defineCommand } from './command.ts'
import { MEMORY_ID, readMemoryId, renderChanged } from './one-memory.ts'
import { toggle } from './takes.ts'

const silence = defineCommand({
  summary: 'never show a memory to an agent that did not ask for it',
  about: [
    'It stays stored, and a search still finds it. It is left out when a session starts, beside a prompt, before a file is read and after a failed command.',
  ],
  page: 'control.md#silence',
  args: { id: MEMORY_ID },
  flags: { off: toggle('show it again where it fits') },
  examples: ['silence 42', 'silence 42 --off'],
  async run({ args, flags, folder, terminal }) {
    const path = { id: readMemoryId(args.id) }
    const recall = flags.off === true
    const reply = await askWorker(folder, 'POST /api/observations/:id/recall', { path, body: { recall } })
    const said = recall
      ? { did: 'Shown again where it fits:', already: 'It was not silenced:' }
      : { did: 'Never shown unasked again:', already: 'It was silenced already:' }
    terminal.result(reply, renderChanged(reply, said))
  },
})
export default silence
