/** Known failures: rows beside the observation that tells how each ended. They go when it goes. */
import type { FixKind, KnownFailure } from '../memory/failure.ts'
import type { ObservationDraft, ObservationOrigin, ObservationSource } from '../memory/observation.ts'
import type { Database } from './database.ts'

/** As it was failed, with what a reader is told of it. */
export interface StoredFailure {
  observation: number
  title: string
  origin: ObservationOrigin
  source: ObservationSource
  /** Whose work it was; null for a session that is gone. */
  sessionId: string | null
  file: string | null
  program: string
  targets: string[]
  fixedBy: FixKind
  fix: string
  failedAt: number
  /** When the observation was stored. */
  createdAt: number
}

/** What the draft tells of its failures replaces what was known of the same calls. A pass that was seen since stays. */
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
  for (const { targets, file, at, ...rest } of by.failures) {
    db.run(
      `INSERT INTO known_failures (event_key, observation_id, project, error, file, program, targets, command, fixed_by, fix, failed_at_epoch)
       VALUES (@eventKey, @observation, @project, @error, @file, @program, @targets, @command, @fixedBy, @fix, @at)
       ON CONFLICT (event_key) DO UPDATE SET observation_id = excluded.observation_id, project = excluded.project,
         error = excluded.error, file = excluded.file, program = excluded.program, targets = excluded.targets,
         command = excluded.command, fixed_by = excluded.fixed_by, fix = excluded.fix, failed_at_epoch = excluded.failed_at_epoch`,
      {
        ...rest,
        observation: by.observation,
        project: by.project,
        file: file ?? null,
        targets: JSON.stringify(targets),
        at,
      },
    )
  }
}

/** What the merged-away observations knew, the remaining one knows. */
export function inheritFailures(db: Database, by: { into: number; from: number[] }): void {
  db.run(
    'UPDATE known_failures SET observation_id = @into WHERE observation_id IN (SELECT value FROM json_each(@from))',
    { into: by.into, from: JSON.stringify(by.from) },
  )
}

/** These very commands passed: whoever runs one again need not be warned. Asked only of those another one replaced. */
export function putPasses(db: Database, by: { project: string; passed: ReadonlyMap<string, number> }): void {
  if (by.passed.size === 0) return
  db.run(
    `UPDATE known_failures SET passed_at_epoch = max(coalesce(passed_at_epoch, 0), p.at)
     FROM (SELECT json_extract(value, '$[0]') AS command, json_extract(value, '$[1]') AS at FROM json_each(@passed)) AS p
     WHERE known_failures.project = @project AND known_failures.command = p.command AND known_failures.fixed_by = 'command'`,
    { project: by.project, passed: JSON.stringify([...by.passed]) },
  )
}

const SELECT = `SELECT f.observation_id AS observation, o.title, o.origin, o.source, s.claude_session_id AS sessionId, f.file,
    f.program, f.targets, f.fixed_by AS fixedBy, f.fix, f.failed_at_epoch AS failedAt, o.created_at_epoch AS createdAt
  FROM known_failures f JOIN observations o ON o.id = f.observation_id AND o.dropped_at_epoch IS NULL
  LEFT JOIN sdk_sessions s ON s.id = o.session_id`

/** Newest first. */
export function findFailuresByError(
  db: Database,
  by: { project: string; error: string; limit: number },
): StoredFailure[] {
  return db
    .all<Row>(
      `${SELECT} WHERE f.project = @project AND f.error = @error ORDER BY f.failed_at_epoch DESC, f.event_key LIMIT @limit`,
      by,
    )
    .map(toFailure)
}

/** Commands that had to be typed differently and have not passed since. Newest first. */
export function findFailuresByCommand(
  db: Database,
  by: { project: string; command: string; limit: number },
): StoredFailure[] {
  return db
    .all<Row>(
      `${SELECT} WHERE f.project = @project AND f.command = @command AND f.fixed_by = 'command'
       AND coalesce(f.passed_at_epoch, 0) < f.failed_at_epoch ORDER BY f.failed_at_epoch DESC, f.event_key LIMIT @limit`,
      by,
    )
    .map(toFailure)
}

type Row = Omit<StoredFailure, 'targets'> & { targets: string }

function toFailure(row: Row): StoredFailure {
  return { ...row, targets: JSON.parse(row.targets) as string[] } // written by putFailures
}
