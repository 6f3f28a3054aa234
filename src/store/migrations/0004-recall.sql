-- Recall: the keyword index knows each row's project and type, plain words instead of JSON, and the parts of identifiers.

DROP TRIGGER observations_ai;
DROP TRIGGER observations_ad;
DROP TRIGGER observations_au;
DROP TABLE observations_fts;

-- Contentless: the text stands in observations. Rows a model dropped are not in it.
-- `parts`: the words of camelCase names (identifier_parts is ours, see database.ts).
-- `scope`: p + hex of the project's id, t + type; no person's query reaches this column.
CREATE VIRTUAL TABLE observations_fts USING fts5(
  title, subtitle, narrative, facts, concepts, files, parts, scope,
  content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE observations_vocab USING fts5vocab('observations_fts', 'row');

CREATE VIEW observation_words AS
SELECT o.id, o.title, o.subtitle, o.narrative,
       (SELECT group_concat(value, ' ') FROM json_each(o.facts)) AS facts,
       (SELECT group_concat(value, ' ') FROM json_each(o.concepts)) AS concepts,
       (SELECT group_concat(path, ' ') FROM
         (SELECT value AS path FROM json_each(o.files, '$.read') UNION SELECT value FROM json_each(o.files, '$.modified'))
       ) AS files,
       identifier_parts(o.title || ' ' || o.subtitle || ' ' || o.narrative || ' ' || o.facts || ' ' || o.files) AS parts,
       'p' || lower(hex(o.project)) || ' t' || o.type AS scope
FROM observations o WHERE o.dropped_at_epoch IS NULL;

INSERT INTO observations_fts(rowid, title, subtitle, narrative, facts, concepts, files, parts, scope)
SELECT id, title, subtitle, narrative, facts, concepts, files, parts, scope FROM observation_words;

CREATE TRIGGER observations_ai AFTER INSERT ON observations BEGIN
  INSERT INTO observations_fts(rowid, title, subtitle, narrative, facts, concepts, files, parts, scope)
  SELECT id, title, subtitle, narrative, facts, concepts, files, parts, scope FROM observation_words WHERE id = new.id;
END;
CREATE TRIGGER observations_ad AFTER DELETE ON observations BEGIN
  DELETE FROM observations_fts WHERE rowid = old.id;
END;
CREATE TRIGGER observations_au
AFTER UPDATE OF title, subtitle, narrative, facts, concepts, files, project, type, dropped_at_epoch ON observations BEGIN
  DELETE FROM observations_fts WHERE rowid = old.id;
  INSERT INTO observations_fts(rowid, title, subtitle, narrative, facts, concepts, files, parts, scope)
  SELECT id, title, subtitle, narrative, facts, concepts, files, parts, scope FROM observation_words WHERE id = new.id;
END;

-- The last part of a path: `total.js` is found wherever it lies.
CREATE INDEX idx_observation_files_name
ON observation_files(replace(path, rtrim(path, replace(path, '/', '')), ''), created_at_epoch);
