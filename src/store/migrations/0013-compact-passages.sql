-- Passages without what costs room and answers nothing: the event's long key, in the row and in its index, becomes a
-- number (event-number.ts), the kind its place in a list, and nothing looks for passages by their time alone.

CREATE TABLE compact_passages (
  id INTEGER PRIMARY KEY,
  turn_id INTEGER NOT NULL REFERENCES turns(id) ON DELETE CASCADE,
  event INTEGER NOT NULL, -- event_number() of its key
  part INTEGER NOT NULL,
  kind INTEGER NOT NULL, -- its place in KINDS of passages.ts
  text BLOB NOT NULL, -- deflated, see passages.ts
  checksum INTEGER NOT NULL, -- of the text, to see whether it changed
  created_at_epoch INTEGER NOT NULL,
  UNIQUE (event, part)
);
INSERT OR IGNORE INTO compact_passages
SELECT id, turn_id, event_number(event_key), part,
  CASE kind WHEN 'user' THEN 0 WHEN 'agent' THEN 1 WHEN 'commit' THEN 2 WHEN 'pull_request' THEN 3 WHEN 'plan' THEN 4
    WHEN 'answer' THEN 5 WHEN 'report' THEN 6 ELSE 7 END,
  text, checksum, created_at_epoch
FROM passages ORDER BY id;

DROP VIEW passage_rows;
DROP TABLE passages; -- its triggers do not run: the keyword index stays
ALTER TABLE compact_passages RENAME TO passages;
CREATE INDEX idx_passages_turn ON passages(turn_id);
CREATE TRIGGER passages_ad AFTER DELETE ON passages BEGIN
  DELETE FROM passages_fts WHERE rowid = old.id;
END;

-- As a search filters them.
CREATE VIEW passage_rows AS
SELECT p.id, p.turn_id, p.created_at_epoch, t.project, t.session_id, t.files FROM passages p JOIN turns t ON t.id = p.turn_id;
