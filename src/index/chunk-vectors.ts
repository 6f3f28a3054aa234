/**
 * The vector of a chunk. Paths have many syllables and say little about what happened: in a vector of title and files
 * they outweigh the title. So a chunk that names files is embedded a second time without them, and the two are mixed.
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

export async function embedChunks(
  chunks: Chunk[],
  embed: (texts: string[]) => Promise<Float32Array[]>,
): Promise<(Float32Array | Refusal)[]> {
  const embedded = (await embedEach(chunkTexts(chunks), embed)).values()
  return chunks.map(({ plain }) => mix(embedded.next().value, plain === undefined ? undefined : embedded.next().value))
}

/** The texts to embed, in this order. */
export function chunkTexts(chunks: Chunk[]): string[] {
  return chunks.flatMap(({ text, plain }) => (plain === undefined ? [text] : [text, plain]))
}

type Embedded = Float32Array | Refusal | undefined

function mix(whole: Embedded, plain: Embedded): Float32Array | Refusal {
  if (whole === undefined) throw new MemoryError('internal', 'The embedder gave fewer vectors than there were texts.')
  if (!(whole instanceof Float32Array) || plain === undefined) return whole
  if (!(plain instanceof Float32Array)) return plain
  return normalise(whole.map((value, at) => (1 - PLAIN) * value + PLAIN * (plain[at] ?? 0)))
}
