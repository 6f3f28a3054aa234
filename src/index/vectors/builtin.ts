/**
 * The built-in driver: vectors in memory for searching, in index.sqlite for the next start. An observation has one or
 * more slots; freed slots are reused, and every change writes only the blocks it touched.
 */

import { MemoryError } from '../../memory/error.ts'
import type { Database } from '../../store/database.ts'
import {
  clearVectorFile,
  putBlocks,
  putProjectNumber,
  readBlocks,
  readProjectNumbers,
  type VectorBlock,
} from '../../store/vector-blocks.ts'
import type { VectorDriver, VectorHit } from './driver.ts'
import { BLOCK, type FlatMemory, MAX_PROJECTS, makeFlatMemory } from './flat-memory.ts'
import { makePlaces, type Places } from './places.ts'

export function openBuiltin(db: Database, dimensions: number): VectorDriver {
  let flat = makeFlatMemory(dimensions)
  let places = makePlaces()
  const projects = new Map(readProjectNumbers(db).map(({ id, number }) => [id, number]))
  /** Blocks that differ between disk and memory: after a failed write, what is in memory is not confirmed. */
  const unsaved = new Set(loadBlocks(db, flat, places))

  const projectNumber = (id: string): number => {
    const known = projects.get(id)
    if (known !== undefined) return known
    const number = projects.size + 1
    if (number >= MAX_PROJECTS) throw new MemoryError('internal', 'The vector index has too many projects.')
    putProjectNumber(db, { id, number })
    projects.set(id, number)
    return number
  }
  const free = (id: number) => {
    for (const place of places.remove(id)) {
      flat.clearPlace(place)
      unsaved.add(Math.floor(place / BLOCK))
    }
  }
  const save = () => {
    const blocks = Array.from(unsaved, (number) => saveBlock(flat, places, number))
    if (blocks.length > 0) putBlocks(db, blocks)
    unsaved.clear()
  }

  return {
    name: 'builtin',
    async findUnchanged(items) {
      save()
      return new Set(items.filter((item) => places.hashOf(item.id) === BigInt(`0x${item.hash}`)).map((item) => item.id))
    },
    async upsert(items) {
      for (const { id, project, hash, vectors } of items) {
        const number = projectNumber(project)
        free(id)
        for (const vector of vectors) {
          const place = places.findFree() ?? places.extend(flat.grow())
          places.put(place, id, BigInt(`0x${hash}`))
          flat.put(place, number, vector)
          unsaved.add(Math.floor(place / BLOCK))
        }
      }
      save()
    },
    async remove(ids) {
      for (const id of ids) free(id)
      save()
    },
    async search({ vector, projects: wanted, limit }) {
      const numbers = wanted?.map((id) => projects.get(id)).filter((number) => number !== undefined)
      return nearest({ flat, places }, vector, { projects: numbers, limit })
    },
    async count() {
      return { observations: places.observations, vectors: places.used }
    },
    async clear() {
      clearVectorFile(db)
      unsaved.clear()
      projects.clear()
      flat = makeFlatMemory(dimensions)
      places = makePlaces()
    },
    async close() {},
  }
}

/** Keeps the best of each observation; from time to time the list is cut to the limit, and the threshold rises. */
function nearest(
  { flat, places }: { flat: FlatMemory; places: Places },
  query: Float32Array,
  by: { projects: number[] | undefined; limit: number },
): VectorHit[] {
  const best = new Map<number, number>()
  const sorted = () => [...best].sort(([idA, a], [idB, b]) => b - a || idA - idB).slice(0, by.limit)
  let bar = Number.NEGATIVE_INFINITY
  if (by.limit <= 0) return []
  flat.scan(query, by.projects, (place, similarity) => {
    const id = places.observationAt(place)
    if (similarity >= bar && similarity > (best.get(id) ?? Number.NEGATIVE_INFINITY)) best.set(id, similarity)
    if (best.size >= by.limit * 4 + BLOCK) {
      const kept = sorted()
      best.clear()
      for (const [one, value] of kept) best.set(one, value)
      bar = kept.at(-1)?.[1] ?? bar
    }
    return bar
  })
  return sorted().map(([id, similarity]) => ({ id, similarity }))
}

/** Returns the blocks with orphaned vectors, which earlier versions left behind. */
function loadBlocks(db: Database, flat: FlatMemory, places: Places): number[] {
  const unclean: number[] = []
  try {
    for (const block of readBlocks(db)) {
      loadBlock(flat, places, block)
      if (clearFree(flat, places, block.number)) unclean.push(block.number)
    }
    return unclean
  } catch (cause) {
    throw new MemoryError('corrupt', 'The vector file is damaged and is being rebuilt.', { cause })
  }
}

function loadBlock(flat: FlatMemory, places: Places, block: VectorBlock): void {
  while (flat.blocks <= block.number) places.extend(flat.grow())
  const columns = columnsOf(block.places.slice()) // a copy is aligned
  const memory = flat.viewOf(block.number)
  memory.vectors.set(block.vectors)
  memory.scales.set(columns.scales)
  memory.projects.set(columns.projects)
  const owners = places.viewOf(block.number)
  owners.observations.set(columns.observations)
  owners.hashes.set(columns.hashes)
  places.adopt(block.number)
}

function clearFree(flat: FlatMemory, places: Places, block: number): boolean {
  let held = false
  for (const [at, observation] of places.viewOf(block).observations.entries())
    if (observation === 0) held = flat.clearPlace(block * BLOCK + at) || held
  return held
}

function saveBlock(flat: FlatMemory, places: Places, number: number): VectorBlock {
  const bytes = new Uint8Array(BLOCK * PLACE_BYTES)
  const columns = columnsOf(bytes)
  const memory = flat.viewOf(number)
  const owners = places.viewOf(number)
  columns.observations.set(owners.observations)
  columns.hashes.set(owners.hashes)
  columns.scales.set(memory.scales)
  columns.projects.set(memory.projects)
  return { number, places: bytes, vectors: memory.vectors }
}

/** On the disk: 256 observations, 256 hashes, 256 scales, 256 projects. */
function columnsOf({ buffer, byteOffset }: Uint8Array) {
  return {
    observations: new Float64Array(buffer, byteOffset, BLOCK),
    hashes: new BigUint64Array(buffer, byteOffset + BLOCK * 8, BLOCK),
    scales: new Float32Array(buffer, byteOffset + BLOCK * 16, BLOCK),
    projects: new Uint32Array(buffer, byteOffset + BLOCK * 20, BLOCK),
  }
}

const PLACE_BYTES = 24
