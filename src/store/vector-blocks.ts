/**
 * `index.sqlite`: vectors in blocks, so that a start reads thousands of rows instead of a million. Derived and never
 * backed up: a damaged or incompatible file is deleted, and the index asks for every row again.
 */
import { rmSync } from 'node:fs'
import { MemoryError } from '../memory/error.ts'
import { type Database, isCorruption, openForWriting } from './database.ts'

export interface VectorBlock {
  number: number
  /** Observation, content hash, scale and project of each slot. See index/vectors/builtin.ts. */
  places: Uint8Array
  vectors: Uint8Array
}

/** Raise it when the tables or their bytes change: the file is then rebuilt. */
const FORMAT = 1

/** Recreated when its content is unusable. */
export function openVectorFile(path: string): Database {
  try {
    return prepare(path)
  } catch (error) {
    // A lock or a full disk does not make its content unusable.
    if (!isCorruption(error) && !(error instanceof MemoryError && error.code === 'corrupt')) throw error
    deleteVectorFile(path)
    return prepare(path)
  }
}

export function deleteVectorFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}

export function* readBlocks(db: Database): Generator<VectorBlock> {
  for (let after = -1; ; ) {
    // a few megabytes at a time
    const blocks = db.all<VectorBlock & { number: number }>(
      'SELECT number, places, vectors FROM blocks WHERE number > @after ORDER BY number LIMIT 32',
      { after },
    )
    yield* blocks
    after = blocks.at(-1)?.number ?? after
    if (blocks.length < 32) return
  }
}

export function putBlocks(db: Database, blocks: VectorBlock[]): void {
  db.transaction(() => {
    for (const { number, places, vectors } of blocks) {
      db.run(
        `INSERT INTO blocks (number, places, vectors) VALUES (@number, @places, @vectors)
         ON CONFLICT (number) DO UPDATE SET places = excluded.places, vectors = excluded.vectors`,
        { number, places, vectors },
      )
    }
  })
}

/** Numbered from 1: 0 marks an empty slot. */
export function readProjectNumbers(db: Database): { id: string; number: number }[] {
  return db.all('SELECT id, number FROM projects')
}

export function putProjectNumber(db: Database, by: { id: string; number: number }): void {
  db.run('INSERT INTO projects (id, number) VALUES (@id, @number)', by)
}

export function readNote(db: Database, key: string): string | undefined {
  return db.get<{ value: string }>('SELECT value FROM notes WHERE key = @key', { key })?.value
}

export function putNote(db: Database, key: string, value: string): void {
  db.run(
    'INSERT INTO notes (key, value) VALUES (@key, @value) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    { key, value },
  )
}

/** Observations with a text the embedder refuses permanently: kept for counting, removed when the text changes. */
export function putRefusals(db: Database, items: { observation: number; reason: string | undefined }[]): void {
  db.transaction(() => {
    removeRefusals(
      db,
      items.map((item) => item.observation),
    )
    for (const { observation, reason } of items) {
      if (reason === undefined) continue
      db.run('INSERT INTO refusals (observation, reason) VALUES (@observation, @reason)', { observation, reason })
    }
  })
}

export function removeRefusals(db: Database, observations: number[]): void {
  db.run('DELETE FROM refusals WHERE observation IN (SELECT value FROM json_each(@ids))', {
    ids: JSON.stringify(observations),
  })
}

/** `reason`: of the newest one. */
export function readRefusals(db: Database): { count: number; reason: string } | undefined {
  return db.get<{ count: number; reason: string }>(
    'SELECT (SELECT count(*) FROM refusals) AS count, reason FROM refusals ORDER BY observation DESC LIMIT 1',
  )
}

/** Deletes all vectors, keeps the `notes` about the file, and frees the disk space. */
export function clearVectorFile(db: Database): void {
  db.transaction(() => db.exec('DELETE FROM blocks; DELETE FROM projects; DELETE FROM refusals'))
  db.exec('VACUUM')
}

function prepare(path: string): Database {
  const db = openForWriting(path)
  try {
    // the pump drops confirmed rows from its queue, so a confirmed write must survive a power cut
    db.exec('PRAGMA synchronous = FULL')
    const format = db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
    if (format !== 0 && format !== FORMAT) throw new MemoryError('corrupt', 'The vectors have another format.')
    db.exec(`
      CREATE TABLE IF NOT EXISTS blocks (number INTEGER PRIMARY KEY, places BLOB NOT NULL, vectors BLOB NOT NULL);
      CREATE TABLE IF NOT EXISTS projects (id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE);
      CREATE TABLE IF NOT EXISTS refusals (observation INTEGER PRIMARY KEY, reason TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS notes (key TEXT PRIMARY KEY, value TEXT NOT NULL);
      PRAGMA user_version = ${FORMAT};
    `)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
