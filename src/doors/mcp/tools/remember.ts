import * as z from 'zod'
import { callWorker } from '../../../worker/client.ts'
import type { Remembered } from '../../../worker/protocol.ts'
import { getType } from '../../observation-types.ts'
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
    const known = type === undefined ? undefined : getType(type)
    const stored = await callWorker<Remembered>(folder, {
      method: 'POST',
      path: '/api/remember',
      body: { text, type: known, cwd },
    })
    return `Remembered as ${stored.id} in ${stored.project}. Secrets and <private> parts were left out.`
  },
})
