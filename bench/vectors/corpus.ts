/**
 * Vectors to measure with: real embeddings of paragraphs in node_modules, and seeded noisy copies of them if more are
 * wanted. The same machine always gets the same ones.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { normalise } from '../../src/index/embedder.ts'
import { embedAll } from '../retrieval/embed-cache.ts'

export interface Corpus {
  real: Float32Array[]
  queries: Float32Array[]
  /** Texts of the queries, for measuring with the model included. */
  questions: string[]
}

const REAL = 10_000
const QUERIES = 200

/**
 * A noisy copy has a cosine of about 0.82 to its original: close enough to crowd the top, far enough to have an order.
 */
const NOISE = 0.7

export async function loadCorpus(): Promise<Corpus> {
  const texts = shuffled(paragraphs('node_modules'), 20_261_115).slice(0, REAL + QUERIES)
  if (texts.length < REAL + QUERIES) throw new Error(`only ${texts.length} paragraphs were found`)
  const questions = texts.slice(REAL).map((text) => text.split(/(?<=[.!?])\s/)[0] ?? text)
  const vectors = await embedAll([...texts.slice(0, REAL), ...questions])
  return { real: vectors.slice(0, REAL), queries: vectors.slice(REAL), questions }
}

/** Number `at` of the endless list: the real ones, then noisy copies. Written into `into` and returned. */
export function makeVectors(real: Float32Array[]): (at: number) => Float32Array {
  const into = new Float32Array(real[0]?.length ?? 0)
  const step = NOISE / Math.sqrt(into.length)
  return (at) => {
    const original = real[at % real.length] ?? into
    if (at < real.length) return original
    let state = Math.imul(at, 0x9e3779b1) | 1
    const uniform = () => {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      return state / 2 ** 31
    }
    // the sum of three uniforms is close enough to a normal distribution; its variance is 1
    for (let d = 0; d < into.length; d++) into[d] = (original[d] ?? 0) + step * (uniform() + uniform() + uniform())
    return normalise(into)
  }
}

/** Prose in node_modules, each piece once. */
export function paragraphs(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.(md|d\.ts|ts|mjs|js)$/.test(name) && !name.startsWith('.') && !/\.min\./.test(name))
    .sort()
  const found = new Set<string>()
  for (const name of files) {
    const path = join(folder, name)
    if (statSync(path).size > 300_000 || statSync(path).isDirectory()) continue
    for (const block of readFileSync(path, 'utf8').split(/\n\s*\n|\n\s*\*\/|\/\*\*/)) {
      const text = block
        .replace(/^\s*(\*|\/\/)\s?/gm, '')
        .replace(/\s+/g, ' ')
        .trim()
      // prose rather than code: words, and few symbols
      const signs = text.match(/[^\w\s.,'-]/g)?.length ?? 0
      if (text.length >= 60 && text.length <= 500 && signs < text.length / 12) found.add(text)
    }
  }
  return [...found]
}

function shuffled<T>(items: T[], seed: number): T[] {
  let state = seed
  for (let at = items.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = state % (at + 1)
    const kept = items[at] as T // at is below the length
    items[at] = items[other] as T // so is this
    items[other] = kept
  }
  return items
}
