import { askWorker } from '../../worker/client.ts'
import { defineCommand } from './command.ts'
import { MEMORY_ID, readMemoryId, renderChanged } from './one-memory.ts'

const pin = defineCommand({
  summary: 'keep a memory as it is: never reworded, merged or cleared away',
  about: ['A pinned memory that a newer one had replaced is shown again. Pinning does not move it up in any list.'],
  page: 'control.md#pin',
  args: { id: MEMORY_ID },
  examples: ['pin 42'],
  async run({ args, folder, terminal }) {
    const path = { id: readMemoryId(args.id) }
    const reply = await askWorker(folder, 'POST /api/observations/:id/pin', { path, body: { pinned: true } })
    terminal.result(reply, renderChanged(reply, { did: 'Pinned', already: 'It was pinned already:' }))
  },
})
export default pin
