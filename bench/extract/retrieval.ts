/**
 * Can a run be found again by what was asked? Each run's prompt is a BM25 query (SQLite FTS5, porter) against
 * everything stored about all runs. What an observation merely copies from its prompt is removed first, so that quoting
 * the question gains nothing. Compared with a baseline: a run's raw commands and patches as one document, queried and
 * cleaned the same way.
 */
import { DatabaseSync } from 'node:sqlite'
import { STOP_WORDS, wordsOf } from './words.ts'

export interface Found {
  hitAt5: number
  hitAt1: number
  queries: number
  missed: string[]
}

export interface Document {
  runId: string
  text: string
}

// Six words in a row are a quotation; fewer may be the only way to say it.
const QUOTED_WORDS = 6

export function measureRetrieval(
  queries: readonly { runId: string; prompt: string }[],
  documents: readonly Document[],
): Found {
  const prompts = new Map(queries.map((query) => [query.runId, query.prompt]))
  const db = new DatabaseSync(':memory:')
  db.exec(`CREATE VIRTUAL TABLE docs USING fts5(run UNINDEXED, body, tokenize = 'porter unicode61')`)
  const insert = db.prepare('INSERT INTO docs (run, body) VALUES (?, ?)')
  for (const document of documents)
    insert.run(document.runId, withoutQuotes(document.text, prompts.get(document.runId) ?? ''))
  const search = db.prepare('SELECT run FROM docs WHERE docs MATCH ? ORDER BY bm25(docs) LIMIT 5')
  const result: Found = { hitAt5: 0, hitAt1: 0, queries: queries.length, missed: [] }
  for (const query of queries) {
    const terms = [...new Set(wordsOf(query.prompt))].filter((word) => !STOP_WORDS.has(word) && word.length > 1)
    const runs =
      terms.length === 0 ? [] : search.all(terms.map((term) => `"${term}"`).join(' OR ')).map((row) => String(row.run))
    if (runs.includes(query.runId)) result.hitAt5++
    else result.missed.push(query.runId)
    if (runs[0] === query.runId) result.hitAt1++
  }
  db.close()
  return result
}

/** `text` without every run of six or more words that also occurs in `prompt`. */
export function withoutQuotes(text: string, prompt: string): string {
  const asked = wordsOf(prompt)
  const known = new Set<string>()
  for (let i = 0; i + QUOTED_WORDS <= asked.length; i++) known.add(asked.slice(i, i + QUOTED_WORDS).join(' '))
  const words = wordsOf(text)
  const quoted = new Set<number>()
  for (let i = 0; i + QUOTED_WORDS <= words.length; i++) {
    if (!known.has(words.slice(i, i + QUOTED_WORDS).join(' '))) continue
    for (let j = i; j < i + QUOTED_WORDS; j++) quoted.add(j)
  }
  return words.filter((_, index) => !quoted.has(index)).join(' ')
}
