import * as z from 'zod'
import { countOf } from '../../../memory/count.ts'
import { askWorker } from '../../../worker/client.ts'
import { defineTool } from '../tool.ts'
import description from './forget.md'

export const forget = defineTool({
  name: 'forget',
  description,
  returns: 'a receipt',
  changes: true,
  schema: z.strictObject({ id: z.int().positive() }),
  async run({ folder }, { id }) {
    const gone = await askWorker(folder, 'POST /api/forget', { body: { id } })
    return `Forgotten: memory ${id}, with ${countOf(gone.events, 'event')} and ${countOf(gone.prompts, 'prompt')} behind it. It cannot come back.`
  },
})
