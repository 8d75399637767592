-- What runs wrote to other servers: docs/decisions/effects.md. `position`: its place in the run, from 0; `total`: how many the run had,
-- with those that are only counted. `root_execution_id`: the first of the runs that called each other. `status`: null if no answer was seen.
CREATE TABLE runtime.effect (
  started_at        timestamptz(3) NOT NULL,
  log_id            uuid NOT NULL,
  position          smallint NOT NULL,
  workspace_id      uuid NOT NULL,
  workflow_id       uuid NOT NULL,
  execution_id      uuid NOT NULL,
  root_execution_id uuid NOT NULL,
  total             integer NOT NULL,
  sent_at           timestamptz(3) NOT NULL,
  block_id          text NOT NULL,
  block_name        text NOT NULL,
  method            text NOT NULL,
  host              text NOT NULL,
  path              text NOT NULL,
  status            smallint,
  attempts          integer NOT NULL,
  idempotency_key   text,
  PRIMARY KEY (log_id, position, started_at)
) PARTITION BY RANGE (started_at);

CREATE INDEX effect_root ON runtime.effect (root_execution_id);
CREATE INDEX effect_host ON runtime.effect (workspace_id, host, started_at, log_id, position);

-- The months that are there already.
DO $$
DECLARE
  month text;
BEGIN
  FOR month IN
    SELECT right(c.relname, 7) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'runtime.log'::regclass
  LOOP
    PERFORM runtime.ensure_partitions(to_date(month, 'YYYY_MM')::timestamp AT TIME ZONE 'UTC', 1);
  END LOOP;
END $$;
