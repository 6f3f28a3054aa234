import * as z from 'zod'
import { countOf } from '../../../memory/count.ts'
import { callWorker } from '../../../worker/client.ts'
import type { Forgotten } from '../../../worker/protocol/forget.ts'
import { defineTool } from '../tool.ts'
import description from './forget.md'

export const forget = defineTool({
  name: 'forget',
  description,
  changes: true,
  schema: z.strictObject({ id: z.int().positive() }),
  async run({ folder }, { id }) {
    const gone = await callWorker<Forgotten>(folder, { method: 'POST', path: '/api/forget', body: { id } })
    return `Forgotten: memory ${id}, with ${countOf(gone.events, 'event')} and ${countOf(gone.prompts, 'prompt')} behind it. It cannot come back.`
  },
})
