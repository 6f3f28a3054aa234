import * as z from 'zod'
import { countOf } from '../../../memory/count.ts'
import { oneLine } from '../../../memory/one-line.ts'
import { safeLine } from '../../../memory/safe-text.ts'
import { keepWithin } from '../render.ts'
import { defineTool, read } from '../tool.ts'
import description from './smart-search.md'

const SIGNATURE_CHARACTERS = 160

export const smartSearch = defineTool({
  name: 'smart_search',
  description,
  returns: 'symbols by name across the project',
  schema: z.strictObject({ query: z.string(), limit: z.int().min(1).max(100).optional() }),
  async run(place, { query, limit }) {
    const found = await read(place, 'GET /api/code/symbols', { query, limit, cwd: place.cwd })
    const { shown, left } = keepWithin(
      found.symbols.map(
        ({ path, from, to, signature }) =>
          `${safeLine(path)}:${from}-${to} ${oneLine(signature, SIGNATURE_CHARACTERS)}`,
      ),
    )
    const reach = `${countOf(found.files, 'file')}${found.complete ? '' : '; not all: the search met its limit of time or size'}`
    if (shown.length === 0) return `No symbol called that (${reach}). A part of the name is enough.`
    return [
      `${countOf(shown.length, 'symbol')} (${reach}):`,
      ...shown,
      ...(left > 0 ? [`${left} more do not fit: narrow the query.`] : []),
    ].join('\n')
  },
})
