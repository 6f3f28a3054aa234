/**
 * `index.sqlite`: vectors by the block, so that a start reads a million of them in thousands of rows, not in a million.
 * Derived and never backed up: a file that is damaged or of another make is deleted, and the index asks for everything.
 */
import { rmSync } from 'node:fs'
import { MemoryError } from '../memory/error.ts'
import { type Database, isCorruption, openForWriting } from './database.ts'

export interface VectorBlock {
  number: number
  /** Observation, content hash, scale and project of each place. See index/vectors/builtin.ts. */
  places: Uint8Array
  vectors: Uint8Array
}

/** Raise it when the tables or the bytes in them change: the file is then made anew. */
const FORMAT = 1

/** Made anew when nothing in it can be used. */
export function openVectorFile(path: string): Database {
  try {
    return prepare(path)
  } catch (error) {
    // Somebody else's lock or a full disk says nothing against what is in it.
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

/** Numbered from 1: 0 marks an empty place. */
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

/** Observations of which the embedder refused a text for ever: kept to be counted, and gone with the row's next text. */
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

/** `reason`: of the newest of them. */
export function readRefusals(db: Database): { count: number; reason: string } | undefined {
  return db.get<{ count: number; reason: string }>(
    'SELECT (SELECT count(*) FROM refusals) AS count, reason FROM refusals ORDER BY observation DESC LIMIT 1',
  )
}

/** Everything but the notes; the disk is given back. */
export function clearVectorFile(db: Database): void {
  db.transaction(() => db.exec('DELETE FROM blocks; DELETE FROM projects; DELETE FROM refusals'))
  db.exec('VACUUM')
}

function prepare(path: string): Database {
  const db = openForWriting(path)
  try {
    // the pump forgets what is confirmed here, so a confirmed write must survive a power cut
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
