/**
 * The schema, as numbered files. Each runs once, in one transaction; a released file is never edited.
 * A database written by a newer program is refused before anything in it is touched.
 */
import { MemoryError } from '../memory/error.ts'
import type { Database } from './database.ts'
import { markOverwriting } from './erase.ts'
import spine from './migrations/0001-spine.sql'
import synthesis from './migrations/0002-synthesis.sql'
import ledger from './migrations/0003-ledger.sql'
import recall from './migrations/0004-recall.sql'
import freshness from './migrations/0005-freshness.sql'
import reads from './migrations/0006-reads.sql'
import failures from './migrations/0007-failures.sql'
import indexes from './migrations/0008-indexes.sql'
import counts from './migrations/0009-counts.sql'
import turns from './migrations/0010-turns.sql'
import summaryDrafts from './migrations/0011-summary-drafts.sql'
import passages from './migrations/0012-passages.sql'
import compactPassages from './migrations/0013-compact-passages.sql'
import lastingFailures from './migrations/0014-lasting-failures.sql'
import notes from './migrations/0015-notes.sql'
import toldTexts from './migrations/0016-told-texts.sql'
import userChanges from './migrations/0017-user-changes.sql'
import insights from './migrations/0018-insights.sql'
import review from './migrations/0019-review.sql'

const MIGRATIONS = [
  spine,
  synthesis,
  ledger,
  recall,
  freshness,
  reads,
  failures,
  indexes,
  counts,
  turns,
  summaryDrafts,
  passages,
  compactPassages,
  lastingFailures,
  notes,
  toldTexts,
  userChanges,
  insights,
  review,
]

export const SCHEMA_VERSION = MIGRATIONS.length

export function schemaVersion(db: Database): number {
  return db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
}

/** Throws `newer_schema` for a database of a newer version. */
export function refuseNewerSchema(db: Database): void {
  const found = schemaVersion(db)
  if (found <= SCHEMA_VERSION) return
  throw new MemoryError(
    'newer_schema',
    `The memory database has schema ${found}; this program knows up to ${SCHEMA_VERSION}. Nothing was changed.`,
    { hint: 'Update claude-mem to the version that wrote it.' },
  )
}

/** Brings the schema up to `to`, by default the newest; returns how many steps ran. */
export function migrate(db: Database, to = SCHEMA_VERSION): number {
  refuseNewerSchema(db)
  const from = schemaVersion(db)
  if (from === 0) markOverwriting(db)
  for (const [index, sql] of MIGRATIONS.slice(0, to).entries()) {
    if (index < from) continue
    db.transaction(() => {
      db.exec(sql)
      db.exec(`PRAGMA user_version = ${index + 1}`)
    })
  }
  return Math.max(0, to - from)
}
