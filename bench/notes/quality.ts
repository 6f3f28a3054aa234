/** How well notes are found: two sets of ../shared/bench, each document one Markdown file with a meaningless name. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { quantile, renderTable, round } from '../figures.ts'
import { atLeast, type Need } from '../outcome.ts'
import { BASELINES, type Baseline } from '../retrieval/baselines.ts'
import { type BenchDoc, type BenchQuery, loadSet, type SetName } from '../retrieval/datasets.ts'
import { meanOf, type Scores, scoreQuery } from '../retrieval/metrics.ts'
import { configure, indexed, type NoteStage, startNoteStage, writeNote } from './stage.ts'

const NOTE_SETS: SetName[] = ['xquad-es-en', 'fastapi-es-en']
/** Metrics of finding a file; the order within ten is measured by bench:retrieval. */
const METRICS = ['recall@10', 'hit@10']
const MOST = 10

export interface QualityRow {
  set: SetName
  category: string
  metric: string
  /** In percent, as everywhere here. */
  hybrid: number
  /** What the search over memories reached on the same set, from bench/results/retrieval.json. */
  memories: number | undefined
  measured: number
  withoutMmr: number
}

export interface Quality {
  rows: QualityRow[]
  sets: { set: SetName; files: number; queries: number; indexSeconds: number; p50Ms: number; p95Ms: number }[]
}

export async function measureQuality(by: { cache: string }): Promise<Quality> {
  const quality: Quality = { rows: [], sets: [] }
  for (const set of NOTE_SETS) {
    const stage = await startNoteStage(by)
    try {
      await measureSet(stage, set, quality)
    } finally {
      await stage.end()
    }
  }
  return quality
}

export function needsOf({ rows }: Quality): Need[] {
  return rows.map(({ set, category, metric, hybrid, measured }) =>
    atLeast(`notes: ${set} ${category} ${metric}`, measured, hybrid),
  )
}

export function renderQuality({ rows, sets }: Quality): string {
  const table = renderTable(
    ['notes', 'reference hybrid', '/api/search', 'measured', 'mmr off'],
    rows.map(({ set, category, metric, hybrid, memories, measured, withoutMmr }) => [
      `${set} ${category} ${metric}`,
      ...[hybrid, memories ?? '–', measured, withoutMmr].map(String),
    ]),
  )
  const costs = renderTable(
    ['set', 'files', 'queries', 'indexed in s', 'p50 ms', 'p95 ms'],
    sets.map(({ set, ...figures }) => [set, ...Object.values(figures).map(String)]),
  )
  return `${table}\n\n${costs}`
}

async function measureSet(stage: NoteStage, set: SetName, quality: Quality): Promise<void> {
  const { docs, queries } = loadSet(set)
  const idOf = writeDocs(stage, docs)
  const workspaces = [...new Set(docs.map(({ project }) => stage.workspace(project)))]
  console.log(`${set}: ${docs.length} notes are read and embedded …`)
  const startedAt = performance.now()
  for (const workspace of workspaces) await stage.search(workspace, 'anything at all', 1)
  await indexed(stage)
  const indexSeconds = round((performance.now() - startedAt) / 1000, 1)

  console.log(`${set}: ${queries.length} questions …`)
  const asIs = await ask(stage, queries, idOf)
  for (const workspace of workspaces) await configure(stage, { workspace, citations: 'on', builtin: { mmr: false } })
  console.log(`${set}: the same questions without MMR …`)
  const plain = await ask(stage, queries, idOf)

  for (const { category, metric, hybrid, measured } of baselinesOf(set)) {
    const of = (scores: Scores[]) => {
      const some = scores.filter((_, at) => category === undefined || queries[at]?.category === category)
      return round(100 * meanOf(some)[metric], 1)
    }
    quality.rows.push({
      ...{ set, category: category ?? 'all', metric, hybrid: hybrid ?? 0, memories: measured },
      ...{ measured: of(asIs.scores), withoutMmr: of(plain.scores) },
    })
  }
  const [p50Ms, p95Ms] = [0.5, 0.95].map((share) => round(quantile(asIs.times, share), 1))
  quality.sets.push({
    ...{ set, files: docs.length, queries: queries.length, indexSeconds },
    ...{ p50Ms: p50Ms ?? 0, p95Ms: p95Ms ?? 0 },
  })
}

/** One workspace for each project. Returns the bench's id of each path in it. */
function writeDocs(stage: NoteStage, docs: BenchDoc[]): Map<string, string> {
  const idOf = new Map<string, string>()
  for (const [at, { id, project, title, text }] of docs.entries()) {
    const path = `memory/n${at}.md`
    writeNote(stage.workspace(project), path, title === undefined ? `${text}\n` : `# ${title}\n\n${text}\n`)
    idOf.set(path, id)
  }
  return idOf
}

async function ask(stage: NoteStage, queries: BenchQuery[], idOf: ReadonlyMap<string, string>) {
  const scores: Scores[] = []
  const times: number[] = []
  for (const [at, { query, project, relevant }] of queries.entries()) {
    const askedAt = performance.now()
    const { results, searched } = await stage.search(stage.workspace(project), query, MOST)
    times.push(performance.now() - askedAt)
    if (searched === 'keywords') throw new Error('A question was answered by words alone: the index is not ready.')
    const found = results.flatMap(({ citation = '' }) => idOf.get(citation.replace(/#.*/, '')) ?? [])
    scores.push(scoreQuery(found, relevant))
    if ((at + 1) % 500 === 0) console.log(`  ${at + 1} of ${queries.length}`)
  }
  return { scores, times }
}

/** With what bench:retrieval measured last. */
function baselinesOf(set: SetName): (Baseline & { measured: number | undefined })[] {
  const kept = JSON.parse(readFileSync(join(import.meta.dirname, '../results/retrieval.json'), 'utf8')) as {
    results: { set: string; rows: (Baseline & { measured: number })[] }[]
  } // written by bench/retrieval/run.ts
  const known = kept.results.find((one) => one.set === set)?.rows ?? []
  return BASELINES.filter((one) => one.set === set && METRICS.includes(one.metric)).map((one) => ({
    ...one,
    measured: known.find(({ metric, category }) => metric === one.metric && category === one.category)?.measured,
  }))
}
