-- What the read gate did to a read, and what really happened next: whether it saved anything is counted, not assumed.

CREATE TABLE reads (
  id INTEGER PRIMARY KEY,
  claude_session_id TEXT NOT NULL,
  project TEXT NOT NULL,
  path TEXT NOT NULL,
  decision TEXT NOT NULL CHECK (decision IN ('denied', 'informed')),
  -- the whole file, an estimate
  file_tokens INTEGER NOT NULL,
  told_tokens INTEGER NOT NULL,
  -- later, in the same session: reads of the whole file, and what parts of it and details of memories cost
  whole_reads INTEGER NOT NULL DEFAULT 0,
  follow_up_tokens INTEGER NOT NULL DEFAULT 0,
  -- 0 once the session was compacted: it no longer knows what it was told
  in_context INTEGER NOT NULL DEFAULT 1,
  created_at_epoch INTEGER NOT NULL
);
CREATE INDEX idx_reads_session ON reads(claude_session_id, path);
CREATE INDEX idx_reads_created ON reads(created_at_epoch);
