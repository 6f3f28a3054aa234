-- How many observations of each type a project has: figures about everything must not read everything.

-- Kept by triggers, so no writer can forget it. (No upsert in them, for the reason given in migration 2.)
CREATE TABLE observation_counts (
  project TEXT NOT NULL,
  type TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (project, type)
) WITHOUT ROWID;
-- In the order of the rows: through the project's index each row would be looked up on its own.
INSERT INTO observation_counts (project, type, n)
SELECT project, type, count(*) FROM observations NOT INDEXED GROUP BY project, type;

CREATE TRIGGER observations_counts_ai AFTER INSERT ON observations BEGIN
  INSERT INTO observation_counts (project, type, n)
  SELECT new.project, new.type, 0
  WHERE NOT EXISTS (SELECT 1 FROM observation_counts WHERE project = new.project AND type = new.type);
  UPDATE observation_counts SET n = n + 1 WHERE project = new.project AND type = new.type;
END;
CREATE TRIGGER observations_counts_ad AFTER DELETE ON observations BEGIN
  UPDATE observation_counts SET n = n - 1 WHERE project = old.project AND type = old.type;
END;
CREATE TRIGGER observations_counts_au AFTER UPDATE OF project, type ON observations BEGIN
  UPDATE observation_counts SET n = n - 1 WHERE project = old.project AND type = old.type;
  INSERT INTO observation_counts (project, type, n)
  SELECT new.project, new.type, 0
  WHERE NOT EXISTS (SELECT 1 FROM observation_counts WHERE project = new.project AND type = new.type);
  UPDATE observation_counts SET n = n + 1 WHERE project = new.project AND type = new.type;
END;
