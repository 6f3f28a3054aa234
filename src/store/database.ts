/**
 * Connections. All safety settings are made here, and no other file opens a database. Statements are prepared once per
 * connection and text. A call must pass exactly the parameters a statement names: SQLite would bind NULL for a misspelt
 * one.
 */
import { chmodSync, existsSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { MemoryError } from '../memory/error.ts'
import { eventNumber } from './event-number.ts'
import { identifierParts } from './identifiers.ts'

export type Params = Record<string, string | number | bigint | null | Uint8Array>
type Row = Record<string, unknown>
type Prepared = { statement: StatementSync; names: ReadonlySet<string> }

export class Database {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, Prepared>()
  readonly #listStatements = new Map<string, Prepared>()

  constructor(db: DatabaseSync) {
    this.#db = db
    db.function('identifier_parts', { deterministic: true }, identifierParts) // called by the triggers of migration 4
    db.function('event_number', { deterministic: true }, eventNumber)
  }

  all<T extends object = Row>(sql: string, params: Params = {}): T[] {
    return this.#prepare(sql, params).all(params) as T[] // rows have the shape of the statement's columns
  }

  /**
   * Rows as arrays in column order. For the few statements that read a hundred rows while somebody waits: the driver's
   * row objects take twice the time and several times the memory.
   */
  allAsLists<T extends unknown[]>(sql: string, params: Params = {}): T[] {
    return this.#prepare(sql, params, { asLists: true }).all(params) as unknown[] as T[] // as above
  }

  get<T extends object = Row>(sql: string, params: Params = {}): T | undefined {
    return this.#prepare(sql, params).get(params) as T | undefined // as above
  }

  /** One row at a time, for results larger than memory. On a statement of its own: others may run in between. */
  *each(sql: string, params: Params = {}): Generator<Row> {
    checkNames(sql, parameterNames(sql), params)
    yield* this.#db.prepare(sql).iterate(params) as Iterable<Row> // as above
  }

  run(sql: string, params: Params = {}): { changes: number; lastId: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql, params).run(params)
    return { changes: Number(changes), lastId: Number(lastInsertRowid) }
  }

  exec(sql: string): void {
    this.#db.exec(sql)
  }

  /** All or nothing. Nested calls join the outer transaction. */
  transaction<T>(work: () => T): T {
    if (this.#db.isTransaction) return work()
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw error
    }
  }

  /** Inside a transaction: undoes only what `work` did when it throws. */
  attempt<T>(work: () => T): T {
    this.#db.exec('SAVEPOINT attempt')
    try {
      const result = work()
      this.#db.exec('RELEASE attempt')
      return result
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK TO attempt; RELEASE attempt')
      throw error
    }
  }

  /** Returns what `work` would return, and rolls back what it did. */
  rehearse<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      return work()
    } finally {
      this.#db.exec('ROLLBACK')
    }
  }

  /** For online backup, which needs the driver's own handle. */
  get handle(): DatabaseSync {
    return this.#db
  }

  close(): void {
    this.#statements.clear()
    this.#listStatements.clear()
    this.#db.close()
  }

  #prepare(sql: string, params: Params, { asLists } = { asLists: false }): StatementSync {
    const known = asLists ? this.#listStatements : this.#statements
    let prepared = known.get(sql)
    if (!prepared) {
      const statement = this.#db.prepare(sql)
      statement.setReturnArrays(asLists)
      prepared = { statement, names: parameterNames(sql) }
      known.set(sql, prepared)
    }
    checkNames(sql, prepared.names, params)
    return prepared.statement
  }
}

/** The writer's connection. One per data folder: the caller holds the worker's lock. */
export function openForWriting(path: string): Database {
  const db = open(path, {
    readOnly: false,
    // secure_delete: deleted content is overwritten, so that it does not remain in free pages (see erase.ts)
    pragmas: `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;
      PRAGMA journal_size_limit = 8388608; PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY;`,
  })
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
  return db
}

/** For all reads. The driver refuses writes. */
export function openForReading(path: string): Database {
  return open(path, {
    readOnly: true,
    pragmas: 'PRAGMA busy_timeout = 2000; PRAGMA temp_store = MEMORY; PRAGMA query_only = ON;',
  })
}

/** The state of this moment on a connection of its own, however long it is read. The caller closes it. */
export function openSnapshot(of: Database): Database {
  const db = openForReading(of.handle.location() ?? '')
  db.exec('BEGIN')
  db.get('SELECT 1 FROM sqlite_master') // the state is that of the first read
  return db
}

/** SQLite's result codes for a file that is damaged or not a database (SQLITE_CORRUPT, SQLITE_NOTADB). */
export function isCorruption(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' && ((code & 0xff) === 11 || (code & 0xff) === 26)
}

/**
 * Not the fault of the row: a lock, a full or read-only disk, no descriptors left, missing files, a damaged database.
 * Of SQLite's codes, only those about values count against the row.
 */
export function isOutsideTrouble(error: unknown): boolean {
  const { errcode, code, cause } = (error ?? {}) as { errcode?: unknown; code?: unknown; cause?: unknown }
  if (typeof errcode === 'number') return !ABOUT_VALUES.has(errcode & 0xff)
  if (typeof code === 'string' && /^E[A-Z0-9]+$/.test(code)) return true // operating system error codes
  return cause !== undefined && isOutsideTrouble(cause)
}

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE */
const ABOUT_VALUES = new Set([18, 19, 20, 25])

/** The driver does not report them. Names follow `@` or `:`, except inside strings, quoted names and comments. */
export function parameterNames(sql: string): ReadonlySet<string> {
  const bare = sql.replace(/'[^']*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
  return new Set([...bare.matchAll(/[@:](\w+)/g)].map(([, name = '']) => name))
}

function checkNames(sql: string, names: ReadonlySet<string>, params: Params): void {
  let given = 0
  for (const name in params) {
    given += 1
    if (names.has(name)) continue
    const takes = [...names].join(', ') || 'none'
    throw new MemoryError('internal', `The statement has no parameter "${name}" (it takes: ${takes}): ${sql}`)
  }
  if (given === names.size) return
  const missing = [...names].filter((name) => !(name in params)).map((name) => `"${name}"`)
  const says = missing.length === 1 ? `parameter ${missing[0]} is` : `parameters ${missing.join(', ')} are`
  throw new MemoryError('internal', `The ${says} missing: ${sql}`)
}

function open(path: string, by: { readOnly: boolean; pragmas: string }): Database {
  const db = new Database(openHandle(path, by))
  try {
    db.exec(by.pragmas)
    return db
  } catch (error) {
    db.close() // a damaged file is detected here, and then moved or deleted
    throw error
  }
}

function openHandle(path: string, { readOnly }: { readOnly: boolean }): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly })
  } catch (cause) {
    throw new MemoryError('unavailable', `The database ${path} cannot be opened.`, {
      cause,
      hint: 'Check that the data folder exists and can be written by you.',
    })
  }
}
