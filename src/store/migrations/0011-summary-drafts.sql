-- Of the local draft that a summary stands for: while the draft stays the same, a model's words for it stay too.
ALTER TABLE session_summaries ADD COLUMN draft_hash TEXT;
