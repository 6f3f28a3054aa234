import * as z from 'zod'
import type { OutlineReply } from '../../../worker/protocol/code.ts'
import { defineTool, read } from '../tool.ts'
import description from './smart-outline.md'

export const smartOutline = defineTool({
  name: 'smart_outline',
  description,
  schema: z.strictObject({ path: z.string() }),
  async run(place, { path }) {
    const { text } = await read<OutlineReply>(place, '/api/code/outline', { path, cwd: place.cwd })
    return text
  },
})
