/** Meaning for a bench without a worker: the product's chunks and model, from the cache, compared one by one. */
import { embedChunks } from '../../src/index/chunk-vectors.ts'
import { chunksOf, type IndexRow } from '../../src/index/chunks.ts'
import { embedQuestion, questionTexts } from '../../src/index/embed-question.ts'
import { inEnglish } from '../../src/index/english.ts'
import type { Meaning } from '../../src/retrieval/search-parts.ts'
import type { BenchDoc, BenchQuery } from './datasets.ts'
import { embedAll } from './embed-cache.ts'

export function cachedMeaning(docs: BenchDoc[], queries: BenchQuery[], idsOf: Map<string, number>): Promise<Meaning> {
  const rows = docs.map(({ id, project, title = '', text: narrative, files = [] }) => {
    return { id: idsOf.get(id) ?? 0, project, title, subtitle: null, narrative, facts: [], files }
  })
  return meaningOf(
    rows,
    queries.map(({ query }) => query),
  )
}

export async function meaningOf(rows: IndexRow[], questions: string[]): Promise<Meaning> {
  const chunks = rows.flatMap((row) => chunksOf(row).map((chunk) => ({ chunk, id: row.id, project: row.project })))
  const vectors = await embedChunks(
    chunks.map(({ chunk }) => chunk),
    embed,
  )
  // All at once: missing ones are embedded by processes that take a second to start.
  await embed(questions.flatMap((question) => questionTexts(question.slice(0, 2000))))
  const vectorOf = new Map<string, Float32Array | undefined>()
  for (const question of questions) {
    const text = question.slice(0, 2000)
    vectorOf.set(text, await embedQuestion(text, embed))
  }
  const byProject = new Map<string, { id: number; vector: Float32Array }[]>()
  chunks.forEach(({ id, project }, at) => {
    const list = byProject.get(project) ?? []
    const vector = vectors[at]
    if (vector instanceof Float32Array) list.push({ id, vector })
    byProject.set(project, list)
  })
  return async ({ text, projects, limit }) => {
    const query = vectorOf.get(text)
    if (!query) return undefined
    const best = new Map<number, number>()
    for (const project of projects ?? byProject.keys()) {
      for (const { id, vector } of byProject.get(project) ?? []) {
        const similarity = dot(query, vector)
        if (similarity > (best.get(id) ?? Number.NEGATIVE_INFINITY)) best.set(id, similarity)
      }
    }
    return [...best]
      .map(([id, similarity]) => ({ id, similarity }))
      .sort((a, b) => b.similarity - a.similarity || a.id - b.id)
      .slice(0, limit)
  }
}

function embed(texts: string[]): Promise<Float32Array[]> {
  return embedAll(texts.map(inEnglish))
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
