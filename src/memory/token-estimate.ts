/**
 * Token counts are estimates: UTF-8 bytes / 3.5. Exact tokenizers take 0.5–1.5 s to load and none is exact for current
 * models, so every figure shown to a person is called an estimate.
 */
export function estimateTokens(text: string): number {
  return tokensOfBytes(Buffer.byteLength(text, 'utf8'))
}

/** For one memory fetched by id: a longer one is cut, and the text says so. */
export const OBSERVATION_TOKENS = 300

export function tokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}

/** The most bytes that are not more than `tokens`. */
export function bytesOfTokens(tokens: number): number {
  return Math.floor(tokens * BYTES_PER_TOKEN)
}

const BYTES_PER_TOKEN = 3.5
