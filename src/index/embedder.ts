/**
 * Turns text into vectors. Vectors have length 1, so that their dot product is the cosine. `id` names everything that
 * affects the numbers: vectors of embedders with the same id are interchangeable.
 */
export interface Embedder {
  readonly id: string
  /** Rejects with `bad_input` when a text will never be accepted, with `unavailable` when a retry may help. */
  embed(texts: string[], kind: 'query' | 'document'): Promise<Float32Array[]>
  close(): Promise<void>
}

/** In place. A zero vector stays zero: it is equally far from everything. */
export function normalise(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  if (length > 0) for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length
  return vector
}
