/**
 * Is this file our memory, and complete? Checked before the database is opened for writing, because opening changes it.
 * SQLite accepts an empty file as a new database and skips a log it cannot read, so missing data shows only in a
 * comparison with backup and journal.
 */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { isDamaged } from './backup.ts'
import { type Database, isCorruption, openForReading } from './database.ts'
import type { Journal } from './journal.ts'
import { refuseNewerSchema, schemaVersion } from './migrations.ts'
import { type Missing, missingFrom } from './replay.ts'
import { hasLog } from './set-aside.ts'
import { hashKey } from './tombstones.ts'

export type Found =
  | { state: 'gone' | 'empty' | 'damaged' | 'foreign' }
  /** Sound and ours. `emptier`: a backup has something it does not. */
  | { state: 'whole' | 'emptier'; missing: Missing }

/** Throws `newer_schema` and any disk error: neither says anything about the file. */
export function examine(path: string, by: { backups: string[]; journal: Journal }): Found {
  if (!existsSync(path)) return { state: 'gone' }
  if (!statSync(path).isFile()) return { state: 'foreign' }
  if (statSync(path).size === 0) return { state: 'empty' }
  if (isCut(path) || isDamaged(path)) return { state: 'damaged' }
  const db = openForReading(path)
  try {
    refuseNewerSchema(db)
    if (!hasOurTables(db)) return { state: schemaVersion(db) === 0 && countTables(db) === 0 ? 'empty' : 'foreign' }
    if (!canBeSearched(db)) return { state: 'damaged' }
    const state = lacksWhatIsIn(db, by.backups) ? 'emptier' : 'whole'
    return { state, missing: missingFrom(db, by.journal) }
  } catch (error) {
    if (isCorruption(error)) return { state: 'damaged' }
    throw error
  } finally {
    db.close()
  }
}

/**
 * Compares with the newest readable backup: events, memories from a person or an import, and tombstones. None of these
 * leaves a database except by being forgotten, and then its hash is there.
 */
export function lacksWhatIsIn(db: Database, backups: string[]): boolean {
  for (const path of backups) {
    try {
      db.run('ATTACH @path AS saved', { path })
    } catch {
      continue // cannot be opened: proves nothing
    }
    try {
      return lacksSaved(db)
    } catch (error) {
      if (!isUnreadable(error)) throw error
    } finally {
      db.exec('DETACH saved')
    }
  }
  return false
}

function lacksSaved(db: Database): boolean {
  const buried = db.get(
    'SELECT 1 FROM saved.tombstones WHERE key_hash NOT IN (SELECT key_hash FROM main.tombstones) LIMIT 1',
  )
  if (buried) return true
  const missing = db.all<{ key: string }>(
    `SELECT event_key AS key FROM saved.observation_queue s
     WHERE NOT EXISTS (SELECT 1 FROM main.observation_queue m WHERE m.event_key = s.event_key)
     UNION ALL SELECT key FROM saved.observations s
     WHERE source IN ('user', 'import') AND NOT EXISTS (SELECT 1 FROM main.observations m WHERE m.key = s.key)
       AND NOT EXISTS (SELECT 1 FROM main.observation_aliases a WHERE a.key = s.key)`,
  )
  return missing.some(
    ({ key }) => !db.get('SELECT 1 FROM main.tombstones WHERE key_hash = @hash', { hash: hashKey(key) }),
  )
}

/** Damaged, not a database, or without our tables. */
function isUnreadable(error: unknown): boolean {
  return isCorruption(error) || (error as { errcode?: unknown } | null)?.errcode === 1
}

function hasOurTables(db: Database): boolean {
  const row = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM sqlite_master WHERE type = 'table'
     AND name IN ('projects', 'sdk_sessions', 'observation_queue', 'observations', 'tombstones', 'pauses')`,
  )
  return row?.n === 6
}

/**
 * Shorter than its own header says. SQLite reads the missing part of a last page as zeros and may call that sound. With
 * a log beside it the length proves nothing: the log has what is missing.
 */
function isCut(path: string): boolean {
  if (hasLog(path)) return false
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  try {
    if (readSync(file, header) < 100 || !header.toString('latin1').startsWith('SQLite format 3')) return true
  } finally {
    closeSync(file)
  }
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16) // the format's encoding
  return statSync(path).size < header.readUInt32BE(28) * pageBytes
}

/** `quick_check` does not check the rows of a search table. */
function canBeSearched(db: Database): boolean {
  const tables = db.all<{ name: string }>("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5%'")
  try {
    for (const { name } of tables) db.get(`SELECT rowid FROM ${name} LIMIT 1`)
    return true
  } catch (error) {
    if (isUnreadable(error)) return false
    throw error
  }
}

function countTables(db: Database): number {
  return db.get<{ n: number }>('SELECT count(*) AS n FROM sqlite_master')?.n ?? 0
}
