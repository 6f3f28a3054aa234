/**
 * When a memory may be added to a prompt. Every open query is asked twice: in its own project, where a right memory
 * exists, and in another one, where none does. A good threshold keeps the right ones and stays silent elsewhere.
 *   node bench/retrieval/prompt-recall.ts      writes bench/results/prompt-recall.json; nothing is required here
 */
import '../../scripts/text-imports.mjs'
import { existsSync } from 'node:fs'
import type { SearchResult } from '../../src/retrieval/search-result.ts'
import { keepResult } from '../outcome.ts'

const { DATA, loadSet, storeSet } = await import('./datasets.ts')
const { cachedMeaning } = await import('./meaning.ts')
const { bearingHits } = await import('../../src/retrieval/bearing.ts')
const { search } = await import('../../src/retrieval/search.ts')
const { WEIGHTS } = await import('../../src/retrieval/weights.ts')

/** As many as an agent is likely to look at. */
const LOOKED_AT = 3
const SETS = ['commits-changelog', 'swebench-issue2commit', 'locomo-obs'] as const

interface Asked {
  set: string
  found: SearchResult
  /** Ids of ours that are right; none in another project. */
  right: Set<number>
  own: boolean
}

interface Figures {
  /** Of the answers with a right memory among the first, the share that still shows one. */
  kept: number
  /** Share of lines that are right. */
  right: number
  /** Share of prompts in their own project that get anything. */
  spoken: number
  /** The same for prompts about another project: every one of them is a false alarm. */
  falseAlarms: number
}

if (!existsSync(DATA)) {
  console.error(`No bench data at ${DATA}. Set BENCH_DATA to the folder that holds corpus/ and open/.`)
  process.exit(2)
}
const asked = { hybrid: [] as Asked[], keywords: [] as Asked[] }
for (const set of SETS) {
  console.log(`${set} …`)
  const { docs, queries } = loadSet(set)
  const { db, idsOf } = storeSet(docs)
  const meaning = await cachedMeaning(docs, queries, idsOf)
  const projects = [...new Set(queries.map((query) => query.project))].sort()
  for (const [at, query] of queries.entries()) {
    const step = 1 + (at % Math.max(1, projects.length - 1))
    const other = projects[(projects.indexOf(query.project) + step) % projects.length] ?? ''
    for (const project of [query.project, other]) {
      const own = project === query.project
      const right = new Set(own ? query.relevant.flatMap((id) => idsOf.get(id) ?? []) : [])
      const by = { text: query.query, projects: [project], limit: 15, explain: true }
      const now = query.now ?? Date.now()
      asked.hybrid.push({ set, own, right, found: await search({ db, meaning, now }, by) })
      asked.keywords.push({ set, own, right, found: await search({ db, now }, by) })
    }
  }
  db.close()
}

const { bearing } = WEIGHTS
const chosen = { ...bearing }
const table: Record<string, unknown>[] = []
console.log(`\n${'rule'.padEnd(34)}${SETS.map((set) => set.padEnd(34)).join('')}`)
console.log(`${''.padEnd(34)}${SETS.map(() => 'kept  right  spoken  false'.padEnd(34)).join('')}`)
for (const unasked of [0.5, 0.6, 0.7, 0.8, 0.9]) show(`meaning, bearing ${unasked}`, 'hybrid', { unasked })
for (const ofBest of [0, 0.5, 0.6, 0.7, 0.8]) show(`meaning, of best ${ofBest}`, 'hybrid', { ofBest })
for (const unasked of [0.5, 0.6, 0.7, 0.8, 0.9]) show(`words, bearing ${unasked}`, 'keywords', { unasked })
keepResult('prompt-recall', { report: { chosen, table } })

function show(rule: string, how: 'hybrid' | 'keywords', change: Partial<typeof bearing>): void {
  Object.assign(bearing, chosen, change)
  const figures = SETS.map((set) => figuresOf(asked[how].filter((one) => one.set === set)))
  Object.assign(bearing, chosen)
  const mark = Object.entries(change).every(([name, value]) => chosen[name as keyof typeof chosen] === value)
    ? '*'
    : ' '
  const percent = (value: number, width: number) => (100 * value).toFixed(1).padStart(width)
  const cells = figures.map(({ kept, right, spoken, falseAlarms }) =>
    `${percent(kept, 4)}${percent(right, 7)}${percent(spoken, 8)}${percent(falseAlarms, 7)}`.padEnd(34),
  )
  console.log(`${mark} ${rule.padEnd(32)}${cells.join('')}`)
  table.push({ rule, how, ...Object.fromEntries(SETS.map((set, at) => [set, figures[at]])) })
}

function figuresOf(of: Asked[]): Figures {
  const isRight = (one: Asked) => (hit: { id: number; folded: number[] }) =>
    [hit.id, ...hit.folded].some((id) => one.right.has(id))
  const said = of.map((one) => ({ one, lines: bearingHits(one.found).slice(0, LOOKED_AT) }))
  const own = said.filter(({ one }) => one.own)
  const other = said.filter(({ one }) => !one.own)
  const findable = own.filter(({ one }) => one.found.hits.slice(0, LOOKED_AT).some(isRight(one)))
  const lines = own.flatMap(({ one, lines }) => lines.map(isRight(one)))
  const share = (some: unknown[], all: unknown[]) => some.length / Math.max(1, all.length)
  return {
    kept: share(
      findable.filter(({ one, lines }) => lines.some(isRight(one))),
      findable,
    ),
    right: share(lines.filter(Boolean), lines),
    spoken: share(
      own.filter(({ lines }) => lines.length > 0),
      own,
    ),
    falseAlarms: share(
      other.filter(({ lines }) => lines.length > 0),
      other,
    ),
  }
}
