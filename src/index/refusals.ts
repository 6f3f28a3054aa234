/**
 * A text that an embedder will never accept must not block the others. A call is refused as a whole, so the batch is
 * halved until the refused text is alone.
 */
import { MemoryError } from '../memory/error.ts'

export interface Refusal {
  /** What the embedder said. */
  refused: string
}

type Embed = (texts: string[]) => Promise<Float32Array[]>

/** Accepted by every working embedder. */
const HARMLESS = 'hello'

/** For each text its vector, or why it has none. Rejects when the embedder, not a text, is at fault. */
export async function embedEach(texts: string[], embed: Embed): Promise<(Float32Array | Refusal)[]> {
  try {
    return await embed(texts)
  } catch (error) {
    if (!isRefusal(error)) throw error
    await checkTakesAnything(embed)
    return separate(texts, error, embed)
  }
}

export function isRefusal(error: unknown): error is MemoryError {
  return error instanceof MemoryError && error.code === 'bad_input'
}

/** A wrong model name or option is refused like a bad text; without this check every memory would be set aside. */
async function checkTakesAnything(embed: Embed): Promise<void> {
  try {
    await embed([HARMLESS])
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new MemoryError('unavailable', `The embedding server refuses every text. ${error.message}`, { cause: error })
  }
}

async function separate(texts: string[], refusal: MemoryError, embed: Embed): Promise<(Float32Array | Refusal)[]> {
  if (texts.length === 1) return [{ refused: refusal.message }]
  const middle = Math.ceil(texts.length / 2)
  const parts: (Float32Array | Refusal)[] = []
  for (const half of [texts.slice(0, middle), texts.slice(middle)]) {
    try {
      parts.push(...(await embed(half)))
    } catch (error) {
      if (!isRefusal(error)) throw error
      parts.push(...(await separate(half, error, embed)))
    }
  }
  return parts
}
