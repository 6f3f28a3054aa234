-- Notes that people keep by hand, as a search finds them. Derived: the files are the truth, and all of this can be made again.

CREATE TABLE note_workspaces (
  id INTEGER PRIMARY KEY,
  root TEXT NOT NULL UNIQUE,
  project TEXT NOT NULL REFERENCES projects(id),
  used_at_epoch INTEGER NOT NULL -- when a session or a question last came from there
);

CREATE TABLE note_files (
  id INTEGER PRIMARY KEY,
  workspace_id INTEGER NOT NULL REFERENCES note_workspaces(id) ON DELETE CASCADE,
  path TEXT NOT NULL, -- as it is cited
  real_path TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('memory', 'extra', 'host')),
  day TEXT, -- YYYY-MM-DD of a daily log
  size_bytes INTEGER NOT NULL,
  mtime_ms REAL NOT NULL,
  created_at_epoch INTEGER NOT NULL, -- noon of its day, else when it was last written
  UNIQUE (workspace_id, path)
);

CREATE TABLE note_chunks (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: the vector index knows it as its negative
  file_id INTEGER NOT NULL REFERENCES note_files(id) ON DELETE CASCADE,
  key TEXT NOT NULL, -- of its words, so that it is the same after an edit elsewhere in the file
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  heading TEXT NOT NULL,
  text TEXT NOT NULL,
  UNIQUE (file_id, key)
);
CREATE INDEX idx_note_chunks_key ON note_chunks(key);

-- `scope`: p + hex of the project's id; no person's query reaches this column.
CREATE VIRTUAL TABLE notes_fts USING fts5(
  heading, path, words, parts, scope, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE notes_vocab USING fts5vocab('notes_fts', 'row');

CREATE TRIGGER note_chunks_ai AFTER INSERT ON note_chunks BEGIN
  INSERT INTO index_queue (observation_id) SELECT -new.id WHERE -new.id NOT IN (SELECT observation_id FROM index_queue);
END;
CREATE TRIGGER note_chunks_ad AFTER DELETE ON note_chunks BEGIN
  DELETE FROM notes_fts WHERE rowid = old.id;
  INSERT INTO index_queue (observation_id) SELECT -old.id WHERE -old.id NOT IN (SELECT observation_id FROM index_queue);
END;

-- As a search filters them.
CREATE VIEW note_rows AS
SELECT c.id, f.created_at_epoch, w.project, f.workspace_id
FROM note_chunks c JOIN note_files f ON f.id = c.file_id JOIN note_workspaces w ON w.id = f.workspace_id;
