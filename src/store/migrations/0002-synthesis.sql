-- Enrichment by a model: what waits for it, what it may cost, and what it changed.

ALTER TABLE observations ADD COLUMN origin TEXT NOT NULL DEFAULT 'session';
ALTER TABLE observations ADD COLUMN model TEXT;
ALTER TABLE observations ADD COLUMN prompt_version TEXT;
-- of the local draft the row stands for: when the draft changes, a model's words for the old one are out of date
ALTER TABLE observations ADD COLUMN draft_hash TEXT;
-- a model thought it not worth keeping: no longer shown or found, but its id still resolves
ALTER TABLE observations ADD COLUMN dropped_at_epoch INTEGER;

-- A merged row's id leads to the row it was merged into.
ALTER TABLE observation_aliases ADD COLUMN old_id INTEGER;
CREATE UNIQUE INDEX idx_aliases_old_id ON observation_aliases(old_id) WHERE old_id IS NOT NULL;

ALTER TABLE session_summaries ADD COLUMN model TEXT;
ALTER TABLE session_summaries ADD COLUMN prompt_version TEXT;

-- Spans of a session's events that a model should see. One span waits per session: a later turn widens it.
CREATE TABLE synthesis_queue (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id INTEGER NOT NULL REFERENCES sdk_sessions(id) ON DELETE CASCADE,
  from_epoch INTEGER NOT NULL,
  to_epoch INTEGER NOT NULL,
  final INTEGER NOT NULL DEFAULT 0,
  due_at_epoch INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'done', 'skipped')),
  last_error TEXT,
  created_at_epoch INTEGER NOT NULL
);
CREATE UNIQUE INDEX idx_synthesis_waiting ON synthesis_queue(session_id) WHERE status = 'waiting' AND attempts = 0;
CREATE INDEX idx_synthesis_due ON synthesis_queue(due_at_epoch) WHERE status = 'waiting';

-- One row per call: reserved before it is made, settled after. An unsettled row counts in full, so a worker that dies
-- in the middle of a call has paid for it.
CREATE TABLE token_ledger (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  day TEXT NOT NULL,
  provider TEXT NOT NULL,
  batch_id INTEGER,
  reserved INTEGER NOT NULL,
  settled INTEGER,
  created_at_epoch INTEGER NOT NULL
);
CREATE INDEX idx_ledger_day ON token_ledger(day);

-- What a person was told, at most once a day for each matter.
CREATE TABLE notices_told (
  day TEXT NOT NULL,
  matter TEXT NOT NULL,
  PRIMARY KEY (day, matter)
) WITHOUT ROWID;

-- Rows whose text changed since they were indexed; filled by triggers, so no writer can forget it. (No OR IGNORE in them:
-- an upsert's own conflict clause would override it.)
CREATE TABLE index_queue (
  observation_id INTEGER PRIMARY KEY
);
INSERT INTO index_queue (observation_id) SELECT id FROM observations;
CREATE TRIGGER observations_index_ai AFTER INSERT ON observations BEGIN
  INSERT INTO index_queue (observation_id) SELECT new.id WHERE new.id NOT IN (SELECT observation_id FROM index_queue);
END;
CREATE TRIGGER observations_index_au
AFTER UPDATE OF title, subtitle, narrative, facts, concepts, files, dropped_at_epoch ON observations BEGIN
  INSERT INTO index_queue (observation_id) SELECT new.id WHERE new.id NOT IN (SELECT observation_id FROM index_queue);
END;
CREATE TRIGGER observations_index_ad AFTER DELETE ON observations BEGIN
  INSERT INTO index_queue (observation_id) SELECT old.id WHERE old.id NOT IN (SELECT observation_id FROM index_queue);
END;
