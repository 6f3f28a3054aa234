/** Keeps forgotten things forgotten: stores a hash of the key, never the text. */
import { createHash } from 'node:crypto'
import type { Database } from './database.ts'

export function hashKey(key: string): string {
  return createHash('sha256').update(`claude-mem:${key}`).digest('hex')
}

export function putTombstone(db: Database, by: { hash: string; at: number }): void {
  db.run('INSERT INTO tombstones (key_hash, created_at_epoch) VALUES (@hash, @at) ON CONFLICT DO NOTHING', by)
}

/** For noticing whether something was forgotten meanwhile. */
export function countTombstones(db: Database): number {
  return db.get<{ n: number }>('SELECT count(*) AS n FROM tombstones')?.n ?? 0
}

export function isForgotten(db: Database, key: string): boolean {
  return db.get('SELECT 1 FROM tombstones WHERE key_hash = @hash', { hash: hashKey(key) }) !== undefined
}
