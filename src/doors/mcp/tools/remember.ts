import * as z from 'zod'
import { getType } from '../../observation-types.ts'
import { DESTINATIONS, rememberTo, renderKept } from '../../remember-to.ts'
import { defineTool } from '../tool.ts'
import description from './remember.md'

export const remember = defineTool({
  name: 'remember',
  description,
  returns:
    'where it was stored: a memory (`to: "memory"`), today’s log (`"log"`) or MEMORY.md (`"evergreen"`), with id or file and line. Without `to`: the log if the workspace already keeps notes, else a memory',
  changes: true,
  schema: z.strictObject({
    text: z.string().trim().min(1, 'it is empty').max(20_000),
    type: z.string().optional(),
    to: z.enum(DESTINATIONS).optional(),
  }),
  async run({ folder, cwd }, { text, type, to }) {
    const known = type === undefined ? undefined : getType(type)
    const kept = await rememberTo(folder, { text, type: known, to, cwd })
    return `${renderKept(kept)} Secrets and <private> parts were left out.`
  },
})
