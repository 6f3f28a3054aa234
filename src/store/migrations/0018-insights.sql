-- How many memories of which type each day brought, without a look at the memories themselves.

-- dropped_at_epoch is a column of it, not a condition: SQLite would look up every row to check a condition.
CREATE INDEX idx_observations_days ON observations(created_at_epoch, type, dropped_at_epoch);
