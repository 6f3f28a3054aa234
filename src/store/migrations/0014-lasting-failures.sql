-- A failure may also be known that was not seen to end: one that came back in the same way is told before it is repeated. SQLite
-- cannot change a CHECK, so the table is made anew; what was known stays.

CREATE TABLE known_failures_14 (
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
  -- as it would be typed in the project's root
  command TEXT NOT NULL,
  fixed_by TEXT NOT NULL CHECK (fixed_by IN ('edit', 'step', 'command', 'none')),
  -- a few words, for 'none' the error itself; '' = the observation's title says it
  fix TEXT NOT NULL,
  failed_at_epoch INTEGER NOT NULL,
  -- the last time it was seen to pass: the very same command, or for 'none' one that runs the same things; NULL = never
  passed_at_epoch INTEGER
) WITHOUT ROWID;
INSERT INTO known_failures_14 SELECT * FROM known_failures;
DROP TABLE known_failures;
ALTER TABLE known_failures_14 RENAME TO known_failures;
CREATE INDEX idx_known_failures_error ON known_failures(project, error, failed_at_epoch);
CREATE INDEX idx_known_failures_command ON known_failures(project, command) WHERE fixed_by IN ('command', 'none');
CREATE INDEX idx_known_failures_observation ON known_failures(observation_id);
