/** Known failures: rows that belong to the observation that describes how each ended, and are deleted with it. */
import type { FixKind, KnownFailure } from '../memory/failure.ts'
import type { ObservationDraft, ObservationOrigin, ObservationSource } from '../memory/observation.ts'
import type { Database } from './database.ts'

/** A failure as it happened, plus what a reader is told about it. */
export interface StoredFailure {
  observation: number
  title: string
  origin: ObservationOrigin
  source: ObservationSource
  /** The session it failed in, since a memory may cover several; null if that session is gone. */
  sessionId: string | null
  file: string | null
  error: string
  program: string
  targets: string[]
  fixedBy: FixKind
  fix: string
  failedAt: number
  /** When the observation was stored. */
  createdAt: number
}

/** The draft's failures replace what was known of the same calls. A pass seen since then stays. */
export function putFailures(
  db: Database,
  by: {
    observation: number
    project: string
    draft: Pick<ObservationDraft, 'eventKeys'>
    failures: readonly KnownFailure[]
  },
): void {
  const keys = by.failures.map(({ eventKey }) => eventKey)
  db.run(
    `DELETE FROM known_failures WHERE event_key IN (SELECT value FROM json_each(@all))
     AND event_key NOT IN (SELECT value FROM json_each(@kept))`,
    { all: JSON.stringify(by.draft.eventKeys), kept: JSON.stringify(keys) },
  )
  for (const { eventKey, error, file, program, targets, command, fixedBy, fix, at } of by.failures) {
    db.run(
      `INSERT INTO known_failures (event_key, observation_id, project, error, file, program, targets, command, fixed_by, fix, failed_at_epoch)
       VALUES (@eventKey, @observation, @project, @error, @file, @program, @targets, @command, @fixedBy, @fix, @at)
       ON CONFLICT (event_key) DO UPDATE SET observation_id = excluded.observation_id, project = excluded.project,
         error = excluded.error, file = excluded.file, program = excluded.program, targets = excluded.targets,
         command = excluded.command, fixed_by = excluded.fixed_by, fix = excluded.fix, failed_at_epoch = excluded.failed_at_epoch`,
      {
        ...{ eventKey, error, program, command, fixedBy, fix, at },
        observation: by.observation,
        project: by.project,
        file: file ?? null,
        targets: JSON.stringify(targets),
      },
    )
  }
}

/** The remaining observation takes over what the merged ones knew. */
export function inheritFailures(db: Database, by: { into: number; from: number[] }): void {
  db.run(
    'UPDATE known_failures SET observation_id = @into WHERE observation_id IN (SELECT value FROM json_each(@from))',
    { into: by.into, from: JSON.stringify(by.from) },
  )
}

/**
 * `passed`: exactly these commands succeeded, so nobody needs a warning about them. `covered`: another run on the same
 * targets succeeded, which says nothing about a command that has to be typed differently.
 */
export function putPasses(
  db: Database,
  by: { project: string; passed: ReadonlyMap<string, number>; covered: ReadonlyMap<string, number> },
): void {
  putPassesOf(db, { project: by.project, commands: by.passed, kinds: ['command', 'none'] })
  putPassesOf(db, { project: by.project, commands: by.covered, kinds: ['none'] })
}

function putPassesOf(
  db: Database,
  by: { project: string; commands: ReadonlyMap<string, number>; kinds: FixKind[] },
): void {
  if (by.commands.size === 0) return
  db.run(
    `UPDATE known_failures SET passed_at_epoch = max(coalesce(passed_at_epoch, 0), p.at)
     FROM (SELECT json_extract(value, '$[0]') AS command, json_extract(value, '$[1]') AS at FROM json_each(@passed)) AS p
     WHERE known_failures.project = @project AND known_failures.command = p.command
       AND known_failures.fixed_by IN ('command', 'none')
       AND known_failures.fixed_by IN (SELECT value FROM json_each(@kinds))`,
    { project: by.project, passed: JSON.stringify([...by.commands]), kinds: JSON.stringify(by.kinds) },
  )
}

/** Commands of failures without a known end. */
export function findLasting(db: Database, project: string): { command: string; program: string; targets: string[] }[] {
  return db
    .all<{ command: string; program: string; targets: string }>(
      `SELECT DISTINCT command, program, targets FROM known_failures
       WHERE project = @project AND fixed_by = 'none' AND coalesce(passed_at_epoch, 0) < failed_at_epoch`,
      { project },
    )
    .map((row) => ({ ...row, targets: JSON.parse(row.targets) as string[] })) // written by putFailures
}

const SELECT = `SELECT f.observation_id AS observation, o.title, o.origin, o.source, s.claude_session_id AS sessionId, f.error, f.file,
    f.program, f.targets, f.fixed_by AS fixedBy, f.fix, f.failed_at_epoch AS failedAt, o.created_at_epoch AS createdAt
  FROM known_failures f JOIN observations o ON o.id = f.observation_id AND o.dropped_at_epoch IS NULL AND o.recalled = 1
  LEFT JOIN observation_queue q ON q.event_key = f.event_key
  LEFT JOIN sdk_sessions s ON s.id = coalesce(q.session_id, o.session_id)`

/** Failures with a known end, newest first. */
export function findFailuresByError(
  db: Database,
  by: { project: string; error: string; limit: number },
): StoredFailure[] {
  return db
    .all<Row>(
      `${SELECT} WHERE f.project = @project AND f.error = @error AND f.fixed_by <> 'none'
       ORDER BY f.failed_at_epoch DESC, f.event_key LIMIT @limit`,
      by,
    )
    .map(toFailure)
}

/** Those that had to be typed differently or have no known end, and have not passed since. Newest first. */
export function findFailuresByCommand(
  db: Database,
  by: { project: string; command: string; limit: number },
): StoredFailure[] {
  return db
    .all<Row>(
      `${SELECT} WHERE f.project = @project AND f.command = @command AND f.fixed_by IN ('command', 'none')
       AND coalesce(f.passed_at_epoch, 0) < f.failed_at_epoch ORDER BY f.failed_at_epoch DESC, f.event_key LIMIT @limit`,
      by,
    )
    .map(toFailure)
}

/**
 * Commands of all projects that had to be typed differently or failed more than once, and have not passed since. Newest
 * first.
 */
export function findFailingCommands(db: Database, limit: number): string[] {
  return db
    .all<{ command: string }>(
      `SELECT command FROM known_failures
       WHERE fixed_by IN ('command', 'none') AND command <> '' AND coalesce(passed_at_epoch, 0) < failed_at_epoch
       GROUP BY project, command HAVING max(fixed_by = 'command') = 1 OR count(*) > 1
       ORDER BY max(failed_at_epoch) DESC LIMIT @limit`,
      { limit },
    )
    .map(({ command }) => command)
}

/** When these files of the project were changed after `since` (any file, if none are named), oldest first. */
export function findChangeTimes(db: Database, by: { project: string; paths: string[]; since: number }): number[] {
  const { project, since } = by
  const rows =
    by.paths.length > 0
      ? db.all<{ at: number }>(
          `SELECT f.created_at_epoch AS at FROM observation_files f JOIN json_each(@paths) w ON f.path = w.value
           WHERE f.project = @project AND f.modified = 1 AND f.created_at_epoch > @since ORDER BY at`,
          { project, since, paths: JSON.stringify(by.paths) },
        )
      : db.all<{ at: number }>(
          `SELECT created_at_epoch AS at FROM observations WHERE project = @project AND created_at_epoch > @since
             AND json_array_length(files, '$.modified') > 0 ORDER BY at`,
          { project, since },
        )
  return rows.map(({ at }) => at)
}

type Row = Omit<StoredFailure, 'targets'> & { targets: string }

function toFailure(row: Row): StoredFailure {
  return { ...row, targets: JSON.parse(row.targets) as string[] } // written by putFailures
}
