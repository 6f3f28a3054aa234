-- What every text that an agent was told cost as a whole: its lines in `injections` leave out head, summary and foot.

CREATE TABLE told_texts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  claude_session_id TEXT NOT NULL,
  -- as in injections, and made at the same moment
  surface TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  created_at_epoch INTEGER NOT NULL
);
CREATE INDEX idx_told_texts_session ON told_texts(claude_session_id, created_at_epoch);
CREATE INDEX idx_told_texts_created ON told_texts(created_at_epoch);

-- Of earlier texts only the lines are known.
INSERT INTO told_texts (claude_session_id, surface, tokens, created_at_epoch)
SELECT claude_session_id, surface, sum(tokens), created_at_epoch FROM injections
GROUP BY claude_session_id, surface, created_at_epoch ORDER BY min(id);

-- A forgotten memory takes its lines of the ledger along; without this each of them reads the whole ledger.
CREATE INDEX idx_injections_observation ON injections(observation_id);
