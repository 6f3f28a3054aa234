/** A small store to search in: varied memories generated from a seed, in an in-memory database. */
import type { ObservationDraft } from '../memory/observation.ts'
import type { Database } from '../store/database.ts'
import { putObservation } from '../store/observations.ts'
import { putProject } from '../store/sessions.ts'
import { draft, memoryDatabase, PROJECT, T0 } from '../store/store.fixture.ts'

export const OTHER = { id: 'github.com/acme/billing', name: 'billing', root: '/home/me/billing' }

export function emptyStore(): Database {
  const db = memoryDatabase()
  putProject(db, OTHER, T0)
  return db
}

export function remember(db: Database, key: string, more: Partial<ObservationDraft>, project = PROJECT.id): number {
  const words = { subtitle: '', narrative: '', facts: [], concepts: [], filesRead: [], filesModified: [] }
  const put = putObservation(db, {
    draft: draft(key, { ...words, ...more }),
    session: undefined,
    project,
    source: 'local',
  })
  return put?.id ?? 0
}

/** The same numbers for the same seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

const STEMS =
  'cache token session login order total discount receipt parser lexer socket timeout retry queue worker thread lock schema ' +
  'migration index vector embed chunk recall prompt hook spool journal backup restore tombstone redact privacy budget ' +
  'viewer theme keyboard layout plot ledger outline symbol notebook dream promote archive import export transcript cursor'
const ENDS = ['', 's', 'ing', 'er', 'able', 'Map', 'Set', 'Id', '_path', '_size']

/** Memories of 12–40 words each: common ones from a small list, rare ones made up. */
export function manyMemories(db: Database, count: number, seed = 7): { id: number; words: string[] }[] {
  const next = random(seed)
  const pick = <T>(from: T[]): T => from[Math.floor(next() * from.length)] as T // the list is never empty
  const stems = STEMS.split(' ')
  const syllables = ['ba', 'ke', 'lo', 'mi', 'nu', 'ra', 'so', 'ti', 'vu', 'zo', 'dra', 'fel', 'gri', 'hul', 'jas']
  return Array.from({ length: count }, (_, at) => {
    const words = Array.from({ length: 12 + Math.floor(next() * 28) }, () =>
      next() < 0.75 ? pick(stems) + pick(ENDS) : pick(syllables) + pick(syllables) + pick(syllables) + pick(ENDS),
    )
    const id = remember(db, `many:${at}`, {
      title: words.slice(0, 5).join(' '),
      narrative: words.slice(5).join(' '),
      at: T0 + at * 60_000,
      type: pick(['bugfix', 'decision', 'feature', 'change', 'discovery', 'refactor']),
    })
    return { id, words }
  })
}
