-- What was said, word for word: passages of turns, compressed, under a keyword index that keeps no text.

CREATE TABLE turns (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  session_id INTEGER NOT NULL REFERENCES sdk_sessions(id) ON DELETE CASCADE,
  project TEXT NOT NULL REFERENCES projects(id),
  files TEXT NOT NULL, -- JSON list
  created_at_epoch INTEGER NOT NULL
);
CREATE INDEX idx_turns_session ON turns(session_id);
CREATE INDEX idx_turns_project ON turns(project);

CREATE TABLE passages (
  id INTEGER PRIMARY KEY,
  turn_id INTEGER NOT NULL REFERENCES turns(id) ON DELETE CASCADE,
  event_key TEXT NOT NULL,
  part INTEGER NOT NULL,
  kind TEXT NOT NULL,
  text BLOB NOT NULL, -- deflated, see passages.ts
  checksum INTEGER NOT NULL, -- of the text, to see whether it changed
  created_at_epoch INTEGER NOT NULL,
  UNIQUE (event_key, part)
);
CREATE INDEX idx_passages_turn ON passages(turn_id);
CREATE INDEX idx_passages_created ON passages(created_at_epoch);

-- `scope`: p + hex of the project's id; no person's query reaches this column.
CREATE VIRTUAL TABLE passages_fts USING fts5(
  words, parts, scope, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE passages_vocab USING fts5vocab('passages_fts', 'row');
CREATE TRIGGER passages_ad AFTER DELETE ON passages BEGIN
  DELETE FROM passages_fts WHERE rowid = old.id;
END;

-- As a search filters them.
CREATE VIEW passage_rows AS
SELECT p.id, p.turn_id, p.created_at_epoch, t.project, t.session_id, t.files FROM passages p JOIN turns t ON t.id = p.turn_id;

ALTER TABLE observations ADD COLUMN turn TEXT;
CREATE INDEX idx_observations_turn ON observations(turn) WHERE turn IS NOT NULL;

-- Sessions whose events are still there are read again, for what was said in them.
UPDATE sdk_sessions SET extract_from_epoch = 0
WHERE id IN (SELECT session_id FROM observation_queue WHERE event IS NOT NULL);
