-- What people change by hand: edited, pinned and no longer recalled memories, with what an undo needs; names and aliases of projects.

ALTER TABLE observations ADD COLUMN edited INTEGER NOT NULL DEFAULT 0;
-- 0: stored and searchable, but never shown to an agent that did not ask
ALTER TABLE observations ADD COLUMN recalled INTEGER NOT NULL DEFAULT 1;
-- The one rule for every statement that rewrites, merges, drops or deletes on its own: a person's choice stays.
ALTER TABLE observations ADD COLUMN chosen INTEGER GENERATED ALWAYS AS (pinned = 1 OR edited = 1 OR source = 'user') VIRTUAL;

CREATE TABLE user_changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- random; the journal knows it by this
  key TEXT NOT NULL UNIQUE,
  what TEXT NOT NULL,
  -- NULL once the memory is gone
  observation_id INTEGER,
  -- JSON: what the memory's changed fields were before; NULL = it cannot be undone any more
  before TEXT,
  undone_at_epoch INTEGER,
  created_at_epoch INTEGER NOT NULL
);
CREATE INDEX idx_user_changes_observation ON user_changes(observation_id);
CREATE INDEX idx_user_changes_before ON user_changes(id) WHERE before IS NOT NULL;

CREATE TRIGGER observations_changes_ad AFTER DELETE ON observations BEGIN
  UPDATE user_changes SET observation_id = NULL, before = NULL WHERE observation_id = old.id;
END;

-- 1: a person chose the name; events no longer change it
ALTER TABLE projects ADD COLUMN renamed INTEGER NOT NULL DEFAULT 0;

-- Other names a project goes by: ids of projects merged into it, and what people call it.
CREATE TABLE project_aliases (
  alias TEXT PRIMARY KEY,
  project TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX idx_project_aliases ON project_aliases(project);
