/** Keeps forgotten things forgotten: stores a hash of the key, never the text. */
import { createHash } from 'node:crypto'
import type { Database } from './database.ts'

export function hashKey(key: string): string {
  return createHash('sha256').update(`claude-mem:${key}`).digest('hex')
}

export function putTombstone(db: Database, by: { hash: string; at: number }): void {
  db.run(
    `INSERT INTO tombstones (key_hash, created_at_epoch) VALUES (@hash, @at)
     ON CONFLICT DO UPDATE SET created_at_epoch = max(created_at_epoch, excluded.created_at_epoch)`,
    by,
  )
}

/** For noticing whether something was forgotten meanwhile. */
export function countTombstones(db: Database): number {
  return db.get<{ n: number }>('SELECT count(*) AS n FROM tombstones')?.n ?? 0
}

export function isForgotten(db: Database, key: string): boolean {
  return findForgotten(db, key) !== undefined
}

/** When it was forgotten. */
export function findForgotten(db: Database, key: string): number | undefined {
  const hash = hashKey(key)
  return db.get<{ at: number }>('SELECT created_at_epoch AS at FROM tombstones WHERE key_hash = @hash', { hash })?.at
}

/** Times of the tombstones another copy of the memory has, by their hashes. */
export type OtherTombstones = ReadonlyMap<string, number>

/**
 * For what may be made anew under the same key: was it forgotten here after that copy was made? A copy that has the
 * tombstone itself holds only what came afterwards.
 */
export function isForgottenLater(db: Database, key: string, theirs: OtherTombstones): boolean {
  const at = findForgotten(db, key)
  return at !== undefined && at > (theirs.get(hashKey(key)) ?? Number.NEGATIVE_INFINITY)
}
