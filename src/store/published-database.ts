/**
 * The database of a published claude-mem, read without changing it. Its versions differ, and its own list of migrations
 * is not to be trusted, so every column is looked for; what an old version does not have is absent from its rows.
 */

import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { MemoryError } from '../memory/error.ts'
import { hasLog } from './set-aside.ts'

export type PublishedRow = Record<string, unknown>
export const PUBLISHED_TABLES = ['sdk_sessions', 'observations', 'session_summaries', 'user_prompts'] as const
export type PublishedTable = (typeof PUBLISHED_TABLES)[number]

export interface PublishedDatabase {
  counts: Record<PublishedTable, number>
  /** The highest id of each. */
  highest: Record<PublishedTable, number>
  /** Tool calls it never made anything of. */
  pending: number
  projects: string[]
  /**
   * In the order of their ids. Beside its own columns each has `session` (the host's id of it), `last_at` (of a session:
   * the newest of its rows) and `later` (of a summary: how many newer ones its session has).
   */
  rows(table: PublishedTable): Iterable<PublishedRow>
  close(): void
}

export function openPublishedDatabase(path: string): PublishedDatabase {
  const db = open(path)
  try {
    db.exec('BEGIN') // one state, whoever writes meanwhile
    return readFrom(db, path)
  } catch (error) {
    db.close()
    throw error
  }
}

/** Nobody is writing it where it has no log: then not even SQLite's own small files appear beside it. */
function open(path: string): DatabaseSync {
  const url = pathToFileURL(path)
  url.search = hasLog(path) ? 'mode=ro' : 'mode=ro&immutable=1'
  return new DatabaseSync(url, { readOnly: true, timeout: 5000 })
}

function readFrom(db: DatabaseSync, path: string): PublishedDatabase {
  const columns = columnsOf(db, path)
  const count = (table: string, what = 'count(*)') =>
    columns(table).size === 0 ? 0 : Number(db.prepare(`SELECT ${what} AS n FROM ${table}`).get()?.n ?? 0)
  if (columns('observation_queue').size > 0 || columns('observations').size === 0) throw foreign(path, columns)
  return {
    counts: ofEach(count),
    highest: ofEach((table) => count(table, 'coalesce(max(rowid), 0)')),
    pending: count('pending_messages'),
    projects: projectsOf(db, columns),
    rows: (table) => (columns(table).size === 0 ? [] : rowsOf(db, table, columns)),
    close: () => db.close(),
  }
}

type ColumnsOf = (table: string) => ReadonlySet<string>

function columnsOf(db: DatabaseSync, path: string): ColumnsOf {
  const known = new Map<string, ReadonlySet<string>>()
  return (table) => {
    const found = known.get(table)
    if (found) return found
    try {
      const names = new Set(
        db
          .prepare(`SELECT name FROM pragma_table_info(?)`)
          .all(table)
          .map(({ name }) => String(name)),
      )
      known.set(table, names)
      return names
    } catch (cause) {
      throw new MemoryError('corrupt', `${path} is damaged and cannot be read. Nothing was changed.`, {
        cause,
        hint: 'Copies of it may be in the folder `backups` beside it.',
      })
    }
  }
}

function foreign(path: string, columns: ColumnsOf): MemoryError {
  return columns('observation_queue').size > 0
    ? new MemoryError('bad_input', `${path} is a database of this claude-mem. Nothing was changed.`, {
        hint: 'To go back to it: claude-mem restore PATH. To add it to another memory, export it and import that file.',
      })
    : new MemoryError('bad_input', `${path} is not a database of claude-mem. Nothing was changed.`)
}

function projectsOf(db: DatabaseSync, columns: ColumnsOf): string[] {
  const lists = PUBLISHED_TABLES.filter((table) => columns(table).has('project')).flatMap((table) =>
    (columns(table).has('merged_into_project') ? ['coalesce(merged_into_project, project)'] : ['project']).map(
      (name) => `SELECT ${name} AS name FROM ${table}`,
    ),
  )
  if (lists.length === 0) return []
  return db
    .prepare(`SELECT DISTINCT name FROM (${lists.join(' UNION ALL ')}) WHERE name IS NOT NULL ORDER BY name`)
    .all()
    .map(({ name }) => String(name))
}

/** Named differently before the two kinds of sessions were told apart. */
const HOST_SESSION = ['content_session_id', 'claude_session_id']
const OWN_SESSION = ['memory_session_id', 'sdk_session_id']

function rowsOf(db: DatabaseSync, table: PublishedTable, columns: ColumnsOf): Iterable<PublishedRow> {
  const column = (of: string, names: readonly string[]) => names.find((name) => columns(of).has(name))
  const [host, own] = [column('sdk_sessions', HOST_SESSION), column('sdk_sessions', OWN_SESSION)]
  const mine = column(table, OWN_SESSION)
  const order = columns(table).has('id') ? 'x.id' : 'x.rowid'
  if (table === 'sdk_sessions') {
    const newest = (['observations', 'session_summaries'] as const)
      .filter((one) => own && columns(one).has('created_at_epoch') && column(one, OWN_SESSION))
      .map((one) => `(SELECT max(created_at_epoch) FROM ${one} o WHERE o.${column(one, OWN_SESSION)} = x.${own})`)
    const last = newest.length === 0 ? 'NULL' : `max(coalesce(${newest.join(', 0), coalesce(')}, 0), 0)`
    return iterate(
      db,
      `SELECT x.*, x.${host ?? order.slice(2)} AS session, ${last} AS last_at FROM sdk_sessions x ORDER BY ${order}`,
    )
  }
  if (table === 'user_prompts') {
    const theirs = column(table, HOST_SESSION)
    const ways = [
      ...(columns(table).has('session_db_id') ? ['s.id = x.session_db_id'] : []),
      ...(host && theirs ? [`s.${host} = x.${theirs}`] : []),
    ].map((way) => `(SELECT s.project FROM sdk_sessions s WHERE ${way} LIMIT 1)`)
    const project = `coalesce(${[...ways, 'NULL', 'NULL'].join(', ')})`
    return iterate(
      db,
      `SELECT x.*, x.${theirs ?? 'rowid'} AS session, ${project} AS project FROM user_prompts x ORDER BY ${order}`,
    )
  }
  const joined = host && own && mine ? `LEFT JOIN sdk_sessions s ON s.${own} = x.${mine}` : ''
  const session = joined === '' ? (mine ? `x.${mine}` : 'NULL') : `coalesce(s.${host}, x.${mine})`
  const time = columns(table).has('created_at_epoch') ? 'x.created_at_epoch DESC, ' : ''
  const later =
    table === 'session_summaries' && mine
      ? `, row_number() OVER (PARTITION BY x.${mine} ORDER BY ${time}${order} DESC) - 1 AS later`
      : ', 0 AS later'
  return iterate(db, `SELECT x.*, ${session} AS session${later} FROM ${table} x ${joined} ORDER BY ${order}`)
}

function iterate(db: DatabaseSync, sql: string): Iterable<PublishedRow> {
  return db.prepare(sql).iterate() as Iterable<PublishedRow> // rows are objects by the names of their columns
}

function ofEach(value: (table: PublishedTable) => number): Record<PublishedTable, number> {
  const entries = PUBLISHED_TABLES.map((table) => [table, value(table)])
  return Object.fromEntries(entries) as Record<PublishedTable, number> // every table is in the list
}
