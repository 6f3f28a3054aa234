/**
 * What the product is compared with, in the same run and on the same rows: what a careful user would write. The words
 * of the question without stop words, OR-ed, in FTS5's own order, over memories and over what was said; and a scan of
 * all vectors. The exact scan, 32-bit numbers in plain JavaScript, is the reference for recall.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { STOP_WORDS } from '../../src/retrieval/stop-words.ts'

const FIRST = 20

export function openBareWords(path: string): { search(words: string[]): void; close(): void } {
  const db = new DatabaseSync(path, { readOnly: true })
  db.exec('PRAGMA query_only = ON')
  const statements = ['observations_fts', 'passages_fts'].map((index) =>
    db.prepare(`SELECT rowid AS id FROM ${index} WHERE ${index} MATCH ? ORDER BY rank LIMIT ${FIRST}`),
  )
  return {
    search(words) {
      if (words.length === 0) return
      const match = words.map((word) => `"${word}"`).join(' OR ')
      for (const statement of statements) statement.all(match)
    },
    close: () => db.close(),
  }
}

export function tellingWords(text: string): string[] {
  const all = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  return [...all].filter((word) => !STOP_WORDS.has(word))
}

export interface ExactVectors {
  count: number
  /** The ids of the nearest twenty, nearest first. */
  nearest(query: Float32Array): number[]
}

/** The file vector-fill.ts wrote: of each vector its observation's id, then its numbers. */
export function readExactVectors(path: string, dimensions: number): ExactVectors {
  const file = openSync(path, 'r')
  const bytes = new Uint8Array(fstatSync(file).size)
  const PIECE = 2 ** 26
  for (let at = 0; at < bytes.length; ) at += readSync(file, bytes, at, Math.min(PIECE, bytes.length - at), at)
  closeSync(file)
  const all = new Float32Array(bytes.buffer)
  const width = dimensions + 1
  return {
    count: all.length / width,
    nearest(query) {
      const best: { id: number; score: number }[] = []
      let bar = Number.NEGATIVE_INFINITY
      for (let from = 0; from < all.length; from += width) {
        let score = 0
        for (let d = 0; d < dimensions; d++) score += (all[from + 1 + d] as number) * (query[d] as number) // inside both
        if (score <= bar) continue
        best.push({ id: all[from] as number, score }) // a whole number below 2^24, which 32 bits hold exactly
        best.sort((a, b) => b.score - a.score)
        if (best.length > FIRST) best.pop()
        if (best.length === FIRST) bar = best.at(-1)?.score ?? bar
      }
      return best.map((one) => one.id)
    },
  }
}

/** Share of what the exact scan found, over all questions. */
export function recallOf(found: number[][], exact: number[][]): number {
  const shares = exact.map((ids, at) => ids.filter((id) => found[at]?.includes(id)).length / Math.max(1, ids.length))
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
}
