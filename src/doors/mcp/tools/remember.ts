import * as z from 'zod'
import { OBSERVATION_TYPES } from '../../../memory/observation.ts'
import { callWorker } from '../../../worker/client.ts'
import type { Remembered } from '../../../worker/protocol.ts'
import { defineTool } from '../tool.ts'
import description from './remember.md'

export const remember = defineTool({
  name: 'remember',
  description,
  changes: true,
  schema: z.strictObject({
    text: z.string().min(1).max(20_000),
    type: z.string().optional(),
  }),
  async run({ folder, cwd }, { text, type }) {
    const known = OBSERVATION_TYPES.find((one) => one === type)
    const stored = await callWorker<Remembered>(folder, {
      method: 'POST',
      path: '/api/remember',
      body: { text, type: known, cwd },
    })
    return `Remembered as ${stored.id} in ${stored.project}. Secrets and <private> parts were left out.`
  },
})
