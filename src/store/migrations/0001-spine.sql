-- Projects, sessions, events, observations, summaries, prompts. Epochs are milliseconds.

CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  root TEXT NOT NULL,
  created_at_epoch INTEGER NOT NULL
);
CREATE INDEX idx_projects_name ON projects(name);
CREATE INDEX idx_projects_root ON projects(root);

CREATE TABLE sdk_sessions (
  id INTEGER PRIMARY KEY,
  claude_session_id TEXT NOT NULL UNIQUE,
  project TEXT NOT NULL REFERENCES projects(id),
  cwd TEXT NOT NULL,
  transcript_path TEXT,
  entrypoint TEXT NOT NULL DEFAULT '',
  user_prompt TEXT,
  started_at_epoch INTEGER NOT NULL,
  last_event_epoch INTEGER NOT NULL,
  completed_at_epoch INTEGER,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'completed', 'failed', 'interrupted')),
  -- 1 while a session-start context could not be handed over in time
  context_owed INTEGER NOT NULL DEFAULT 0,
  -- events from this time on are not yet, or not finally, distilled; NULL = nothing waits
  extract_from_epoch INTEGER,
  -- where the last distillation said the next one has to begin
  resume_at_epoch INTEGER
);
CREATE INDEX idx_sessions_project ON sdk_sessions(project, started_at_epoch);
CREATE INDEX idx_sessions_open ON sdk_sessions(last_event_epoch) WHERE status = 'active';
CREATE INDEX idx_sessions_waiting ON sdk_sessions(last_event_epoch) WHERE extract_from_epoch IS NOT NULL;

-- Redacted events, kept until the session is closed and at least seven days.
CREATE TABLE observation_queue (
  id INTEGER PRIMARY KEY,
  event_key TEXT NOT NULL UNIQUE,
  session_id INTEGER NOT NULL REFERENCES sdk_sessions(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  tool_name TEXT,
  created_at_epoch INTEGER NOT NULL,
  origin TEXT NOT NULL,
  -- of the prompt's transcript line: what tells a fork's copy from a prompt typed again
  line_id TEXT,
  -- NULL once it is too old to be replayed: the key stays, so that the same call never counts twice
  event TEXT
);
CREATE UNIQUE INDEX idx_queue_line ON observation_queue(line_id) WHERE line_id IS NOT NULL;
CREATE INDEX idx_queue_session ON observation_queue(session_id, created_at_epoch);
CREATE INDEX idx_queue_created ON observation_queue(created_at_epoch);

CREATE TABLE observations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  session_id INTEGER REFERENCES sdk_sessions(id) ON DELETE SET NULL,
  project TEXT NOT NULL REFERENCES projects(id),
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  subtitle TEXT NOT NULL,
  narrative TEXT NOT NULL,
  facts TEXT NOT NULL,
  concepts TEXT NOT NULL,
  files TEXT NOT NULL,
  event_keys TEXT NOT NULL,
  agent_id TEXT,
  discovery_tokens INTEGER NOT NULL DEFAULT 0,
  source TEXT NOT NULL,
  pinned INTEGER NOT NULL DEFAULT 0,
  created_at_epoch INTEGER NOT NULL
);
CREATE INDEX idx_observations_project ON observations(project, created_at_epoch);
CREATE INDEX idx_observations_session ON observations(session_id);
CREATE INDEX idx_observations_created ON observations(created_at_epoch);

-- A key whose observation was merged into another one, so that it is never made again.
CREATE TABLE observation_aliases (
  key TEXT PRIMARY KEY,
  observation_id INTEGER NOT NULL REFERENCES observations(id) ON DELETE CASCADE
);

CREATE TABLE observation_files (
  observation_id INTEGER NOT NULL REFERENCES observations(id) ON DELETE CASCADE,
  project TEXT NOT NULL,
  path TEXT NOT NULL,
  modified INTEGER NOT NULL,
  created_at_epoch INTEGER NOT NULL,
  PRIMARY KEY (observation_id, path)
) WITHOUT ROWID;
CREATE INDEX idx_observation_files_path ON observation_files(project, path, created_at_epoch);

CREATE TABLE observation_concepts (
  observation_id INTEGER NOT NULL REFERENCES observations(id) ON DELETE CASCADE,
  concept TEXT NOT NULL,
  created_at_epoch INTEGER NOT NULL,
  PRIMARY KEY (observation_id, concept)
) WITHOUT ROWID;
CREATE INDEX idx_observation_concepts ON observation_concepts(concept, created_at_epoch);

CREATE TABLE session_summaries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id INTEGER NOT NULL UNIQUE REFERENCES sdk_sessions(id) ON DELETE CASCADE,
  project TEXT NOT NULL REFERENCES projects(id),
  request TEXT NOT NULL,
  investigated TEXT NOT NULL,
  learned TEXT NOT NULL,
  completed TEXT NOT NULL,
  next_steps TEXT NOT NULL,
  files_read TEXT NOT NULL,
  files_edited TEXT NOT NULL,
  notes TEXT NOT NULL,
  discovery_tokens INTEGER NOT NULL DEFAULT 0,
  created_at_epoch INTEGER NOT NULL
);
CREATE INDEX idx_summaries_project ON session_summaries(project, created_at_epoch);

CREATE TABLE user_prompts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event_key TEXT NOT NULL UNIQUE,
  session_id INTEGER NOT NULL REFERENCES sdk_sessions(id) ON DELETE CASCADE,
  project TEXT NOT NULL,
  prompt_text TEXT NOT NULL,
  created_at_epoch INTEGER NOT NULL
);
CREATE INDEX idx_prompts_session ON user_prompts(session_id, created_at_epoch);
CREATE INDEX idx_prompts_project ON user_prompts(project, created_at_epoch);

-- How far each transcript file has been read.
CREATE TABLE transcript_cursors (
  path TEXT PRIMARY KEY,
  offset INTEGER NOT NULL,
  read_at_epoch INTEGER NOT NULL
) WITHOUT ROWID;

-- Keyed hashes of words that stood in <private>, so that a tool that prints one does not store it.
CREATE TABLE private_tokens (
  session_id INTEGER NOT NULL REFERENCES sdk_sessions(id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL,
  PRIMARY KEY (session_id, token_hash)
) WITHOUT ROWID;

-- What was forgotten: hashed keys, no text. Restore, replay, reconciliation and import obey it.
CREATE TABLE tombstones (
  key_hash TEXT PRIMARY KEY,
  created_at_epoch INTEGER NOT NULL
) WITHOUT ROWID;

-- Spans in which the user had paused capture; a transcript does not fill them in.
CREATE TABLE pauses (
  from_epoch INTEGER PRIMARY KEY,
  to_epoch INTEGER
);

CREATE VIRTUAL TABLE observations_fts USING fts5(
  title, subtitle, narrative, facts, concepts, files,
  content = 'observations', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER observations_ai AFTER INSERT ON observations BEGIN
  INSERT INTO observations_fts(rowid, title, subtitle, narrative, facts, concepts, files)
  VALUES (new.id, new.title, new.subtitle, new.narrative, new.facts, new.concepts, new.files);
END;
CREATE TRIGGER observations_ad AFTER DELETE ON observations BEGIN
  INSERT INTO observations_fts(observations_fts, rowid, title, subtitle, narrative, facts, concepts, files)
  VALUES ('delete', old.id, old.title, old.subtitle, old.narrative, old.facts, old.concepts, old.files);
END;
CREATE TRIGGER observations_au AFTER UPDATE OF title, subtitle, narrative, facts, concepts, files ON observations BEGIN
  INSERT INTO observations_fts(observations_fts, rowid, title, subtitle, narrative, facts, concepts, files)
  VALUES ('delete', old.id, old.title, old.subtitle, old.narrative, old.facts, old.concepts, old.files);
  INSERT INTO observations_fts(rowid, title, subtitle, narrative, facts, concepts, files)
  VALUES (new.id, new.title, new.subtitle, new.narrative, new.facts, new.concepts, new.files);
END;

CREATE VIRTUAL TABLE summaries_fts USING fts5(
  request, investigated, learned, completed, next_steps, notes,
  content = 'session_summaries', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER summaries_ai AFTER INSERT ON session_summaries BEGIN
  INSERT INTO summaries_fts(rowid, request, investigated, learned, completed, next_steps, notes)
  VALUES (new.id, new.request, new.investigated, new.learned, new.completed, new.next_steps, new.notes);
END;
CREATE TRIGGER summaries_ad AFTER DELETE ON session_summaries BEGIN
  INSERT INTO summaries_fts(summaries_fts, rowid, request, investigated, learned, completed, next_steps, notes)
  VALUES ('delete', old.id, old.request, old.investigated, old.learned, old.completed, old.next_steps, old.notes);
END;
CREATE TRIGGER summaries_au AFTER UPDATE OF request, investigated, learned, completed, next_steps, notes ON session_summaries BEGIN
  INSERT INTO summaries_fts(summaries_fts, rowid, request, investigated, learned, completed, next_steps, notes)
  VALUES ('delete', old.id, old.request, old.investigated, old.learned, old.completed, old.next_steps, old.notes);
  INSERT INTO summaries_fts(rowid, request, investigated, learned, completed, next_steps, notes)
  VALUES (new.id, new.request, new.investigated, new.learned, new.completed, new.next_steps, new.notes);
END;

CREATE VIRTUAL TABLE prompts_fts USING fts5(
  prompt_text, content = 'user_prompts', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER prompts_ai AFTER INSERT ON user_prompts BEGIN
  INSERT INTO prompts_fts(rowid, prompt_text) VALUES (new.id, new.prompt_text);
END;
CREATE TRIGGER prompts_ad AFTER DELETE ON user_prompts BEGIN
  INSERT INTO prompts_fts(prompts_fts, rowid, prompt_text) VALUES ('delete', old.id, old.prompt_text);
END;
CREATE TRIGGER prompts_au AFTER UPDATE OF prompt_text ON user_prompts BEGIN
  INSERT INTO prompts_fts(prompts_fts, rowid, prompt_text) VALUES ('delete', old.id, old.prompt_text);
  INSERT INTO prompts_fts(rowid, prompt_text) VALUES (new.id, new.prompt_text);
END;
