-- What waits for an answer of somebody, for the inbox of a workspace: waits that were answered, and those for a time alone, are left out.
CREATE INDEX execution_wait_open ON runtime.execution_wait (workspace_id, started_at, id)
  WHERE form IS NOT NULL AND answered_at IS NULL;
