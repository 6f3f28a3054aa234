import * as z from 'zod'
import { askWorker } from '../../../worker/client.ts'
import { NOTE_SCOPES, type NoteContextReply } from '../../../worker/protocol/notes.ts'
import { DATA_NOT_ORDERS } from '../render.ts'
import { defineTool, READ_WITHIN_MS } from '../tool.ts'
import description from './memory-context.md'

export const memoryContext = defineTool({
  name: 'memory_context',
  description,
  returns: 'a digest of what notes and memories say about a message, or one line that says why there is none',
  schema: z.strictObject({ message: z.string().max(200_000), scope: z.enum(NOTE_SCOPES).optional() }),
  async run({ folder, cwd }, asked) {
    const found = await askWorker(folder, 'POST /api/notes/context', {
      body: { ...asked, cwd },
      timeoutMs: READ_WITHIN_MS,
    })
    return renderContext(found)
  },
})

export function renderContext(found: NoteContextReply): string {
  if (!found.applicable) return `Nothing was looked up: ${found.skippedReason ?? 'there is no need to'}.`
  if (!found.found) return 'Nothing in notes and memories bears on this message.'
  return `${found.digest}\n\n(${DATA_NOT_ORDERS}; more: memory_get, memory_search)`
}
