-- Freshness: what the cited files held when a memory was stored, and where its work lay.

-- git's blob hash of the raw content; NULL = unknown (missing, too large, outside the project, newer than the memory)
ALTER TABLE observation_files ADD COLUMN blob TEXT;
ALTER TABLE observation_files ADD COLUMN size INTEGER;
ALTER TABLE observation_files ADD COLUMN mtime_ms REAL;

ALTER TABLE observations ADD COLUMN head TEXT;
ALTER TABLE observations ADD COLUMN branch TEXT;
-- 1 when the files it modified stand in `head` as it left them, 0 when not; NULL = not looked at yet
ALTER TABLE observations ADD COLUMN committed INTEGER;

-- the linked worktree a session works in; NULL = the project's root
ALTER TABLE sdk_sessions ADD COLUMN checkout TEXT;

-- How much of a branch's work another branch holds. Derived from git: can be emptied at any time.
CREATE TABLE branch_states (
  -- git's folder, shared by all worktrees of a clone
  repository TEXT NOT NULL,
  branch TEXT NOT NULL,
  -- of the observations this is about
  head TEXT NOT NULL,
  into_branch TEXT NOT NULL,
  -- where both stood when git was asked; tip NULL = the branch was gone
  tip TEXT,
  -- the last tip that was seen, also after the branch is gone
  last_tip TEXT,
  into_head TEXT NOT NULL,
  reach TEXT NOT NULL CHECK (reach IN ('none', 'head', 'work')),
  -- 1: told by equal contents, not by history. Later commits may change those contents: what was once merged stays so.
  squashed INTEGER NOT NULL,
  PRIMARY KEY (repository, into_branch, branch, head)
) WITHOUT ROWID;
