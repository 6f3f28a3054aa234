-- What an agent was told, why and at what cost; and the ids that memories had before a recovery.

CREATE TABLE injections (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  claude_session_id TEXT NOT NULL,
  -- session_start, prompt, …: where it was said
  surface TEXT NOT NULL,
  observation_id INTEGER NOT NULL,
  score REAL NOT NULL,
  -- JSON: the parts of the score
  parts TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  created_at_epoch INTEGER NOT NULL
);
CREATE INDEX idx_injections_session ON injections(claude_session_id, created_at_epoch);
CREATE INDEX idx_injections_created ON injections(created_at_epoch);

-- Replayed from the journal: a memory that is distilled again after a recovery gets the id it was known by.
CREATE TABLE observation_ids (
  key TEXT PRIMARY KEY,
  id INTEGER NOT NULL UNIQUE
) WITHOUT ROWID;
