/**
 * Which observation each slot in memory belongs to, and which slots are free. Flat arrays instead of objects: a million
 * observations cost about 80 MB here, most of it the map from an observation to its first slot.
 */
import { BLOCK } from './flat-memory.ts'

export interface PlacesView {
  observations: Float64Array
  hashes: BigUint64Array
}

export interface Places {
  readonly used: number
  readonly observations: number
  /** The lowest free slot, if any. */
  findFree(): number | undefined
  /** After a block was added: its first slot. */
  extend(block: number): number
  put(place: number, observation: number, hash: bigint): void
  /** A block's observations (0: an empty slot) and hashes, to load or save it. */
  viewOf(block: number): PlacesView
  /** After a loaded block was written into its view. */
  adopt(block: number): void
  /** Frees the observation's slots and returns them. */
  remove(observation: number): number[]
  observationAt(place: number): number
  hashOf(observation: number): bigint | undefined
}

const NONE = -1

export function makePlaces(): Places {
  /** 0: free. */
  let observations = new Float64Array(0)
  let hashes = new BigUint64Array(0)
  /** The observation's next slot. */
  let next = new Int32Array(0)
  const first = new Map<number, number>()
  /** No slot below this one is free. */
  let lowest = 0
  let capacity = 0
  let used = 0

  const link = (place: number, observation: number) => {
    next[place] = first.get(observation) ?? NONE
    first.set(observation, place)
    used += 1
  }

  return {
    get used() {
      return used
    },
    get observations() {
      return first.size
    },
    findFree() {
      while (lowest < capacity && observations[lowest] !== 0) lowest += 1
      return lowest < capacity ? lowest : undefined
    },
    extend(block) {
      capacity = (block + 1) * BLOCK
      if (capacity > observations.length) {
        const length = Math.ceil((capacity * 1.25) / BLOCK) * BLOCK
        observations = grown(new Float64Array(length), observations)
        hashes = grown(new BigUint64Array(length), hashes)
        next = grown(new Int32Array(length), next)
      }
      return block * BLOCK
    },
    put(place, observation, hash) {
      observations[place] = observation
      hashes[place] = hash
      link(place, observation)
    },
    viewOf: (block) => ({
      observations: observations.subarray(block * BLOCK, (block + 1) * BLOCK),
      hashes: hashes.subarray(block * BLOCK, (block + 1) * BLOCK),
    }),
    adopt(block) {
      for (let place = block * BLOCK; place < (block + 1) * BLOCK; place++) {
        const observation = observations[place] ?? 0
        if (observation !== 0) link(place, observation)
      }
    },
    remove(observation) {
      const places: number[] = []
      for (let place = first.get(observation) ?? NONE; place !== NONE; place = next[place] ?? NONE) {
        places.push(place)
        observations[place] = 0
        hashes[place] = 0n
        lowest = Math.min(lowest, place)
      }
      first.delete(observation)
      used -= places.length
      return places
    },
    observationAt: (place) => observations[place] ?? 0,
    hashOf(observation) {
      const place = first.get(observation)
      return place === undefined ? undefined : hashes[place]
    },
  }
}

function grown<T extends Float64Array | BigUint64Array | Int32Array>(into: T, from: T): T {
  into.set(from as never) // both are the same kind of array by the signature
  return into
}
