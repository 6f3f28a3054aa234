-- Questions that had no index of their own: each walked through a table that only grows.

CREATE INDEX idx_aliases_observation ON observation_aliases(observation_id);
CREATE INDEX idx_summaries_created ON session_summaries(created_at_epoch);
CREATE INDEX idx_prompts_created ON user_prompts(created_at_epoch);
CREATE INDEX idx_sessions_last_event ON sdk_sessions(last_event_epoch);
CREATE INDEX idx_synthesis_session ON synthesis_queue(session_id);
CREATE INDEX idx_ledger_batch ON token_ledger(batch_id);
CREATE INDEX idx_queue_started ON observation_queue(session_id, created_at_epoch) WHERE kind = 'session_started';
