import { askWorker } from '../../worker/client.ts'
import { defineCommand } from './command.ts'
import { MEMORY_ID, readMemoryId, renderChanged } from './one-memory.ts'

const unpin = defineCommand({
  summary: 'no longer pin a memory',
  page: 'control.md#pin',
  args: { id: MEMORY_ID },
  examples: ['unpin 42'],
  async run({ args, folder, terminal }) {
    const path = { id: readMemoryId(args.id) }
    const reply = await askWorker(folder, 'POST /api/observations/:id/pin', { path, body: { pinned: false } })
    terminal.result(reply, renderChanged(reply, { did: 'No longer pinned:', already: 'It was not pinned:' }))
  },
})
export default unpin
