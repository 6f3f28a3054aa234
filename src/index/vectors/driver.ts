/**
 * Where vectors are kept and compared. A driver knows observations by their id; how many vectors one has is nobody
 * else's business, and its similarity to a query is that of its best one. All drivers pass driver.contract.ts.
 */
export interface VectorItem {
  id: number
  project: string
  /** Of the text the vectors stand for, 16 hex digits: an unchanged row is not embedded again. */
  hash: string
  vectors: Float32Array[]
}

export interface VectorHit {
  id: number
  /** Cosine, -1 to 1. */
  similarity: number
}

/** A call that cannot be answered now rejects with `unavailable`; the caller keeps what it has and comes back. */
export interface VectorDriver {
  readonly name: 'builtin' | 'chroma'
  /** Of these, the ones kept under exactly this hash. */
  findUnchanged(items: { id: number; hash: string }[]): Promise<Set<number>>
  /** All vectors of an observation at once: those it had before are gone. */
  upsert(items: VectorItem[]): Promise<void>
  remove(ids: number[]): Promise<void>
  /** Best first; equal ones by id. */
  search(by: { vector: Float32Array; projects: string[] | undefined; limit: number }): Promise<VectorHit[]>
  count(): Promise<{ observations: number; vectors: number }>
  clear(): Promise<void>
  close(): Promise<void>
}
