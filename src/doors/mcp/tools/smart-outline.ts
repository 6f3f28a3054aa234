import * as z from 'zod'
import { defineTool, read } from '../tool.ts'
import description from './smart-outline.md'

export const smartOutline = defineTool({
  name: 'smart_outline',
  description,
  returns: 'what is in a source file: symbols, signatures, line ranges; at most 2,000 tokens',
  schema: z.strictObject({ path: z.string() }),
  async run(place, { path }) {
    const { text } = await read(place, 'GET /api/code/outline', { path, cwd: place.cwd })
    return text
  },
})
