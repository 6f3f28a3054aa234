-- Failures that ended, and which memory tells how: asked when a call fails, so one look at an index must answer.

CREATE TABLE known_failures (
  -- of the call that failed
  event_key TEXT PRIMARY KEY,
  observation_id INTEGER NOT NULL REFERENCES observations(id) ON DELETE CASCADE,
  project TEXT NOT NULL,
  -- the error without numbers and places
  error TEXT NOT NULL,
  -- the file nearest to the error, named from the project's root
  file TEXT,
  program TEXT NOT NULL,
  -- JSON list
  targets TEXT NOT NULL,
  command TEXT NOT NULL,
  fixed_by TEXT NOT NULL CHECK (fixed_by IN ('edit', 'step', 'command')),
  -- a few words; '' = the observation's title says it
  fix TEXT NOT NULL,
  failed_at_epoch INTEGER NOT NULL,
  -- the last time the very same command was seen to pass; NULL = never
  passed_at_epoch INTEGER
) WITHOUT ROWID;
CREATE INDEX idx_known_failures_error ON known_failures(project, error, failed_at_epoch);
CREATE INDEX idx_known_failures_command ON known_failures(project, command) WHERE fixed_by = 'command';
CREATE INDEX idx_known_failures_observation ON known_failures(observation_id);
