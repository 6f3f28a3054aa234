/**
 * Vectors in WebAssembly memory, as 8-bit numbers with one scale each, compared by an exact scan: no index to build or
 * repair, every change counts at once. Measured with real embeddings: recall@20 0.995 against 32-bit vectors, and a
 * million in about 45 ms on one core, so there is no approximate search (decision 8).
 */
import { KERNEL } from './kernel.ts'

/** Vectors per block: what one kernel call scans, and one row on disk. */
export const BLOCK = 256

/** After one fixed page for the query, the allowed projects and the hits. */
const FIRST_BLOCK = 65_536 * 4
const QUERY_AT = 0
const HITS_AT = 32_768
const ALLOWED_AT = 65_536
export const MAX_PROJECTS = FIRST_BLOCK - ALLOWED_AT

interface Kernel {
  memory: WebAssembly.Memory
  scan(
    block: number,
    capacity: number,
    count: number,
    dims: number,
    query: number,
    allowed: number,
    threshold: number,
    out: number,
  ): number
}

export interface BlockView {
  /** 0 marks an empty slot. */
  projects: Uint32Array
  scales: Float32Array
  vectors: Uint8Array
}

export interface FlatMemory {
  readonly blocks: number
  /** Adds an empty block and returns its number. */
  grow(): number
  /** A block in memory, to load or save it. Valid until the next `grow`. */
  viewOf(block: number): BlockView
  put(place: number, project: number, vector: Float32Array): void
  /** Overwrites the vector. True when there was one. */
  clearPlace(place: number): boolean
  /**
   * Calls back for each slot of an allowed project (all when undefined) with at least the threshold's similarity; the
   * callback returns the new threshold.
   */
  scan(query: Float32Array, projects: number[] | undefined, onHit: (place: number, similarity: number) => number): void
}

export function makeFlatMemory(dimensions: number): FlatMemory {
  const kernel = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(KERNEL, 'base64')))
    .exports as unknown as Kernel // compiled from kernel.wat, which exports these two
  const { memory } = kernel
  /** The kernel reads 32 numbers at a time; the rest of a vector stays zero. */
  const width = Math.ceil(dimensions / 32) * 32
  const blockBytes = BLOCK * (8 + width)
  let blocks = 0
  memory.grow(FIRST_BLOCK / 65_536 - 1)

  const blockAt = (block: number) => FIRST_BLOCK + block * blockBytes
  const projectsIn = (block: number) => new Uint32Array(memory.buffer, blockAt(block), BLOCK)
  const scalesIn = (block: number) => new Float32Array(memory.buffer, blockAt(block) + BLOCK * 4, BLOCK)
  const vectorsIn = (block: number) => new Int8Array(memory.buffer, blockAt(block) + BLOCK * 8, BLOCK * width)

  return {
    get blocks() {
      return blocks
    },
    grow() {
      const missing = blockAt(blocks + 1) - memory.buffer.byteLength
      // a sixteenth more than needed, because each growth makes new views of the memory
      if (missing > 0) memory.grow(Math.ceil(Math.max(missing, memory.buffer.byteLength / 16) / 65_536))
      blocks += 1
      return blocks - 1
    },
    viewOf(block) {
      const { buffer, byteOffset, byteLength } = vectorsIn(block)
      return {
        projects: projectsIn(block),
        scales: scalesIn(block),
        vectors: new Uint8Array(buffer, byteOffset, byteLength),
      }
    },
    put(place, project, vector) {
      const block = Math.floor(place / BLOCK)
      const at = place % BLOCK
      let largest = 0
      for (const value of vector) largest = Math.max(largest, Math.abs(value))
      const scale = largest / 127
      const bytes = vectorsIn(block).subarray(at * width, (at + 1) * width)
      bytes.fill(0)
      if (scale > 0)
        vector.forEach((value, d) => {
          bytes[d] = Math.round(value / scale)
        })
      scalesIn(block)[at] = scale
      projectsIn(block)[at] = project
    },
    clearPlace(place) {
      const block = Math.floor(place / BLOCK)
      const at = place % BLOCK
      const bytes = vectorsIn(block).subarray(at * width, (at + 1) * width)
      const held = bytes.some((value) => value !== 0)
      bytes.fill(0)
      scalesIn(block)[at] = 0
      projectsIn(block)[at] = 0
      return held
    },
    scan(query, projects, onHit) {
      const allowed = new Uint8Array(memory.buffer, ALLOWED_AT, MAX_PROJECTS).fill(projects === undefined ? 1 : 0)
      allowed[0] = 0
      for (const project of projects ?? []) allowed[project] = 1
      const queryScale = putQuery(new Int16Array(memory.buffer, QUERY_AT, width), query)
      const hits = new DataView(memory.buffer, HITS_AT, BLOCK * 8)
      let threshold = Number.NEGATIVE_INFINITY
      for (let block = 0; block < blocks; block++) {
        const found = kernel.scan(
          blockAt(block),
          BLOCK,
          BLOCK,
          width,
          QUERY_AT,
          ALLOWED_AT,
          (threshold - 1e-6) / queryScale, // includes equal ones, despite rounding
          HITS_AT,
        )
        for (let hit = 0; hit < found; hit++) {
          const place = block * BLOCK + hits.getInt32(hit * 8, true)
          threshold = onHit(place, hits.getFloat32(hit * 8 + 4, true) * queryScale)
        }
      }
    },
  }
}

/** As 16-bit numbers, which are precise enough; returns the scale. */
function putQuery(into: Int16Array, query: Float32Array): number {
  let largest = 0
  for (const value of query) largest = Math.max(largest, Math.abs(value))
  const scale = largest > 0 ? largest / 32_767 : 1
  into.fill(0)
  query.forEach((value, d) => {
    into[d] = Math.round(value / scale)
  })
  return scale
}
