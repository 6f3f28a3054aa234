/**
 * `index.sqlite`: vectors by the block, so that a start reads a million of them in thousands of rows, not in a million.
 * Derived and never backed up: a file that is damaged or of another make is deleted, and the index asks for everything.
 */
import { rmSync } from 'node:fs'
import { type Database, openForWriting } from './database.ts'

export interface VectorBlock {
  number: number
  /** Observation, content hash, scale and project of each place. See index/vectors/builtin.ts. */
  places: Uint8Array
  vectors: Uint8Array
}

/** Raise it when the tables or the bytes in them change: the file is then made anew. */
const FORMAT = 1

/** `fresh`: nothing of an earlier run was found that could be used. */
export function openVectorFile(path: string): { db: Database; fresh: boolean } {
  try {
    return prepare(path)
  } catch {
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

/** Everything but the notes; the disk is given back. */
export function clearVectorFile(db: Database): void {
  db.transaction(() => db.exec('DELETE FROM blocks; DELETE FROM projects'))
  db.exec('VACUUM')
}

function prepare(path: string): { db: Database; fresh: boolean } {
  const db = openForWriting(path)
  try {
    // the pump forgets what is confirmed here, so a confirmed write must survive a power cut
    db.exec('PRAGMA synchronous = FULL')
    const format = db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
    if (format !== 0 && format !== FORMAT) throw new Error('a vector file of another format')
    db.exec(`
      CREATE TABLE IF NOT EXISTS blocks (number INTEGER PRIMARY KEY, places BLOB NOT NULL, vectors BLOB NOT NULL);
      CREATE TABLE IF NOT EXISTS projects (id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE);
      CREATE TABLE IF NOT EXISTS notes (key TEXT PRIMARY KEY, value TEXT NOT NULL);
      PRAGMA user_version = ${FORMAT};
    `)
    return { db, fresh: format === 0 }
  } catch (error) {
    db.close()
    throw error
  }
}
