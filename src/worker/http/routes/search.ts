/**
 * The search routes of the seeds. All of them run the same query through the same search, so that a memory has the same
 * rank in every format and on every page; they differ only in the filters they fix.
 */
import type * as z from 'zod'
import { isFresh } from '../../../memory/freshness.ts'
import { type FreshnessAsker, staleFor } from '../../../retrieval/freshness-asker.ts'
import { search } from '../../../retrieval/search.ts'
import type { SearchQuery } from '../../../retrieval/search-query.ts'
import type { SearchHit, SearchResult } from '../../../retrieval/search-result.ts'
import type { MemoryKind } from '../../../store/search.ts'
import { getNamedSession } from '../../../store/sessions.ts'
import type { ObservationSearch } from '../../protocol/search.ts'
import { readRange } from './date-range.ts'
import { readFiles } from './file-names.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'
import { sizesFor } from './rows.ts'
import { scopeOf } from './scope.ts'

export function addSearchRoutes({ add }: Router, parts: HttpParts): void {
  add('GET /api/search', async ({ query: { kind, ...asked } }) => {
    const { hits, envelope, sizes } = await find(parts, asked, kind ?? EVERY_KIND)
    return { query: asked.query, ...envelope, ...resultsOf(hits, asked.format, sizes.any) }
  })

  add('GET /api/search/observations', async ({ query: asked }) => {
    const { hits, envelope, sizes } = await find(parts, asked, ['observation'])
    return { query: asked.query, ...envelope, ...resultsOf(hits, asked.format, sizes.observation) }
  })

  add('GET /api/search/sessions', async ({ query: asked }) => {
    const { hits, envelope, sizes } = await find(parts, asked, ['summary'])
    return { query: asked.query, ...envelope, ...resultsOf(hits, asked.format, sizes.summary) }
  })

  add('GET /api/search/prompts', async ({ query: asked }) => {
    const { hits, envelope, sizes } = await find(parts, asked, ['prompt'])
    return { query: asked.query, ...envelope, ...resultsOf(hits, asked.format, sizes.prompt) }
  })

  add('GET /api/search/by-type', async ({ query: asked }) => {
    const { hits, envelope, sizes } = await find(parts, asked, ['observation'])
    return { type: asked.type.join(','), ...envelope, ...resultsOf(hits, asked.format, sizes.observation) }
  })

  add('GET /api/search/by-concept', async ({ query: { concept, ...asked } }) => {
    const concepts = [concept, ...(asked.concepts ?? [])]
    const { hits, envelope, sizes } = await find(parts, { ...asked, concepts }, ['observation'])
    return { concept, ...envelope, ...resultsOf(hits, asked.format, sizes.observation) }
  })

  add('GET /api/search/by-file', async ({ query: { filePath, ...asked } }) => {
    const { hits, envelope, sizes } = await find(parts, { ...asked, files: [filePath] }, ['observation'])
    return { filePath, ...envelope, ...resultsOf(hits, asked.format, sizes.observation) }
  })
}

const EVERY_KIND: MemoryKind[] = ['observation', 'summary', 'prompt', 'passage', 'note']

/** Each route leaves out the fields it does not use. */
type AskedSearch = Partial<z.output<typeof ObservationSearch>> & { limit: number }

/** Runs the search and builds the part of the reply that all routes share. */
export async function find(
  parts: HttpParts,
  asked: AskedSearch,
  kinds: MemoryKind[],
  by: Pick<SearchQuery, 'mayBeSilent'> = {},
) {
  const now = Date.now()
  const scope = scopeOf(parts, asked)
  const query = {
    text: asked.query ?? '',
    kinds,
    ...readFiles(parts.db, asked.files, scope),
    hidden: scope.hidden,
    home: scope.home,
    types: asked.type,
    concepts: asked.concepts,
    session: asked.session === undefined ? undefined : getNamedSession(parts.db, asked.session).number,
    range: readRange(asked, now),
    order: asked.orderBy,
    limit: asked.limit,
    offset: asked.offset,
    explain: asked.explain,
    ...by,
  }
  const { db, meaning, freshness } = parts
  const stale = staleFor(freshness, asked.cwd)
  const lookUp = (page: Pick<SearchQuery, 'limit' | 'offset'>) =>
    search({ db, meaning, stale, now }, { ...query, ...page })
  const found = asked.fresh && freshness ? await onlyFresh(query, lookUp, freshness, asked.cwd) : await lookUp(query)
  const { hits, more, searched, understood, unknown, loosened, bears } = found
  const ids = hits.filter((hit) => hit.kind === 'observation').map((hit) => hit.id)
  return {
    hits,
    sizes: sizesFor(parts.db, { query: query.text, freshness: freshness?.of(ids, asked.cwd) }),
    envelope: {
      count: hits.length,
      searched,
      more,
      ...(understood ? { understood: { ...understood.range, phrase: understood.phrase } } : {}),
      ...(unknown.length > 0 ? { unknown } : {}),
      ...(loosened ? { loosened } : {}),
      ...(bears === 'no' ? { near: true as const } : {}),
      ...(bears === 'perhaps' ? { unsure: true as const } : {}),
      ...(scope.ambiguous ? { projects: scope.ambiguous } : {}),
    },
  }
}

/** Hits checked for freshness; with fewer stale ones than this before them, all fresh ones are found. */
const MAX_LOOKED_THROUGH = 500
/** For hashing changed files: a caller that filters by freshness can wait this long. */
const FRESH_MS = 100

/** Observations none of whose files changed or disappeared, in the same order as every other page. */
async function onlyFresh(
  query: Pick<SearchQuery, 'limit' | 'offset'>,
  lookUp: (page: Pick<SearchQuery, 'limit' | 'offset'>) => Promise<SearchResult>,
  freshness: FreshnessAsker,
  cwd: string | undefined,
): Promise<SearchResult> {
  const { limit, offset = 0 } = query
  const found = await lookUp({ limit: Math.max(MAX_LOOKED_THROUGH, offset + limit), offset: 0 })
  const observations = found.hits.filter((hit) => hit.kind === 'observation')
  const states = freshness.of(
    observations.map((hit) => hit.id),
    cwd,
    { ms: FRESH_MS },
  )
  const fresh = observations.filter(({ id }) => isFresh(states.get(id) ?? { files: [] }))
  return { ...found, hits: fresh.slice(offset, offset + limit), more: found.more || fresh.length > offset + limit }
}

function resultsOf<Index, Full>(
  hits: SearchHit[],
  format: 'index' | 'full',
  size: { index: (hit: SearchHit) => Index[]; full: (hit: SearchHit) => Full[] },
) {
  if (format === 'index') return { format, results: hits.flatMap(size.index) }
  return { format, results: hits.flatMap(size.full) }
}
