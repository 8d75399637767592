-- Runs that were started with an Idempotency-Key, for 24 hours: the same key again is answered from the same run.
-- `started` is set in the transaction that inserts the execution, so a claim without it has done nothing yet, and whoever finds one
-- whose claimer died takes it over with an execution id of its own; the old claimer then no longer finds its id here.
CREATE TABLE runtime.idempotency_key (
  workspace_id uuid NOT NULL,
  user_id      uuid NOT NULL,
  key          text NOT NULL,
  fingerprint  bytea NOT NULL,
  execution_id uuid NOT NULL,
  log_id       uuid NOT NULL,
  started      boolean NOT NULL DEFAULT false,
  claimed_at   timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, user_id, key)
) WITH (fillfactor = 80);
CREATE INDEX idempotency_key_age ON runtime.idempotency_key (claimed_at);
