-- Runs that repeat an earlier one: docs/decisions/run-again.md. Of a few runs only, so beside the logs, which are written in groups.
CREATE TABLE runtime.repeated_run (
  -- Of the new run, whose log may not be there yet.
  log_id       uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  -- Of the run that it repeats.
  of_log_id    uuid NOT NULL,
  -- The block that it went on from; null: it began at the beginning.
  from_block   text,
  created_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX repeated_run_workspace ON runtime.repeated_run (workspace_id, created_at);
