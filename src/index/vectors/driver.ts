/**
 * Where vectors are stored and compared. Callers know observations only by id; how many vectors one has is internal,
 * and its similarity to a query is that of its best one. All drivers pass driver.contract.ts.
 */
export interface VectorItem {
  id: number
  project: string
  /** Hash of the embedded text, 16 hex digits: an unchanged row is not embedded again. */
  hash: string
  vectors: Float32Array[]
}

export interface VectorHit {
  id: number
  /** Cosine, -1 to 1. */
  similarity: number
}

/** A call that cannot be answered now rejects with `unavailable`; the caller keeps its data and tries again. */
export interface VectorDriver {
  readonly name: 'builtin' | 'chroma'
  /** Of these, the ones stored with exactly this hash. */
  findUnchanged(items: { id: number; hash: string }[]): Promise<Set<number>>
  /** All vectors of an observation at once, replacing its previous ones. */
  upsert(items: VectorItem[]): Promise<void>
  remove(ids: number[]): Promise<void>
  /** Best first; equal ones by id. */
  search(by: { vector: Float32Array; projects: string[] | undefined; limit: number }): Promise<VectorHit[]>
  count(): Promise<{ observations: number; vectors: number }>
  clear(): Promise<void>
  close(): Promise<void>
}
