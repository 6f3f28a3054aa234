import * as z from 'zod'
import { safeLine } from '../../../memory/safe-text.ts'
import { keepWithin } from '../render.ts'
import { defineTool, read } from '../tool.ts'
import description from './smart-unfold.md'

export const smartUnfold = defineTool({
  name: 'smart_unfold',
  description,
  returns: 'one symbol with line numbers, so that an edit needs no full read',
  schema: z.strictObject({ path: z.string(), symbol: z.string().describe('name or Class.method') }),
  async run(place, { path, symbol }) {
    const found = await read(place, 'GET /api/code/unfold', { path, name: symbol, cwd: place.cwd })
    if (found.found === 'one') return `${safeLine(found.path)}:${found.from}-${found.to}\n${found.text}`
    const { shown, left } = keepWithin(
      found.candidates.map(({ name, kind, from, to }) => `${safeLine(name)} (${kind}) lines ${from}-${to}`),
    )
    return [
      `Several symbols in ${safeLine(found.path)} have this name; ask for one of them:`,
      ...shown,
      ...(left > 0 ? [`and ${left} more`] : []),
    ].join('\n')
  },
})
