-- Memories of turns: the user's standing rules, and what a later memory took the place of.

-- a rule of the user's: it holds for its project however old it is
ALTER TABLE observations ADD COLUMN standing INTEGER NOT NULL DEFAULT 0;
CREATE INDEX idx_observations_standing ON observations(project, created_at_epoch) WHERE standing = 1;

-- the memory that tells the same matter as it is now; such a row is dropped as well: not shown, but its id resolves
ALTER TABLE observations ADD COLUMN superseded_by INTEGER REFERENCES observations(id) ON DELETE SET NULL;
CREATE INDEX idx_observations_superseded ON observations(superseded_by) WHERE superseded_by IS NOT NULL;

-- sentences of a memory that speak of code a later session took out; by the memory's key, so that a replay leaves them out
CREATE TABLE struck_lines (
  key TEXT NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (key, line)
) WITHOUT ROWID;

-- tool events as earlier versions kept them, so that a start finds them, or that there are none, without reading the others
CREATE INDEX idx_queue_unread ON observation_queue(id)
WHERE kind = 'tool' AND event IS NOT NULL AND json_type(event, '$.call') IS NULL;
