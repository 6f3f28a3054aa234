-- The inbox of new memories: since when it gathers, and which of them a person has looked at.

CREATE TABLE review_start (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  since_epoch INTEGER NOT NULL
);

CREATE TABLE reviewed (
  observation_id INTEGER PRIMARY KEY REFERENCES observations(id) ON DELETE CASCADE
);
