/**
 * The vector of a chunk. A vector is the mean over a text's tokens, so what is long outweighs what matters: eighty
 * tokens of paths say where something happened, two hundred of narrative tell it, and the ten of the title say what it
 * was. So a chunk with files is embedded a second time without them, one with a title and more a second time by its
 * title alone, and all are mixed into one vector.
 */
import { MemoryError } from '../memory/error.ts'
import type { Chunk } from './chunks.ts'
import { normalise } from './embedder.ts'
import { embedEach, type Refusal } from './refusals.ts'

/**
 * Weight of the text without its files. Bench run k2: 0.2–0.4 against 0 gains 0.3–1 hit@10 on commits (overlap-low 63.0
 * → 64 R@10) and on swebench; 1 (no files at all) gains most on commits and costs swebench 4.
 */
const PLAIN = 0.3

/**
 * Weight of the title alone. Bench run t1: against 0, 0.25 takes swebench from 66.1 to 67.0 nDCG@10, fastapi from 97.8
 * to 98.3 hit@10, cranfield from 44.4 to 44.7 nDCG@10; 0.15–0.25 are level, 0.4 and more lose 0.3 hit@10 on commits.
 */
const TITLE = 0.25

export async function embedChunks(
  chunks: Chunk[],
  embed: (texts: string[]) => Promise<Float32Array[]>,
): Promise<(Float32Array | Refusal)[]> {
  const texts = chunkTexts(chunks)
  const embedded = await embedEach(texts, embed)
  const vectorOf = new Map(texts.map((text, at) => [text, embedded[at]]))
  const of = (text: string | undefined) => (text === undefined ? undefined : known(vectorOf.get(text)))
  return chunks.map(({ text, plain, title }) => mix(mix(known(vectorOf.get(text)), of(plain), PLAIN), of(title), TITLE))
}

/** The texts to embed, each once: all chunks of a memory share its title. */
export function chunkTexts(chunks: Chunk[]): string[] {
  return [...new Set(chunks.flatMap(({ text, plain, title }) => [text, plain ?? text, title ?? text]))]
}

type Embedded = Float32Array | Refusal

function known(embedded: Embedded | undefined): Embedded {
  if (embedded === undefined)
    throw new MemoryError('internal', 'The embedder gave fewer vectors than there were texts.')
  return embedded
}

function mix(whole: Embedded, other: Embedded | undefined, share: number): Embedded {
  if (!(whole instanceof Float32Array) || other === undefined) return whole
  if (!(other instanceof Float32Array)) return other
  return normalise(whole.map((value, at) => (1 - share) * value + share * (other[at] ?? 0)))
}
