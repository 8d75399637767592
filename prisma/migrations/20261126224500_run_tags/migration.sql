-- Tags of runs: docs/decisions/run-tags.md. Null: none.
ALTER TABLE runtime.execution ADD COLUMN tags text[];
ALTER TABLE runtime.log ADD COLUMN tags text[];

-- One row per log and tag, with the filter columns copied, as runtime.log_model has them by model.
CREATE TABLE runtime.log_tag (
  started_at   timestamptz(3) NOT NULL,
  seq          bigint NOT NULL,
  cost_total   double precision NOT NULL,
  log_id       uuid NOT NULL,
  workspace_id uuid NOT NULL,
  workflow_id  uuid NOT NULL,
  duration_ms  integer NOT NULL,
  level        text NOT NULL,
  trigger      text NOT NULL,
  tag          text NOT NULL,
  PRIMARY KEY (workspace_id, tag, started_at, log_id)
    INCLUDE (seq, workflow_id, duration_ms, cost_total, level, trigger)
) PARTITION BY RANGE (started_at);

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

-- Whether a subscription's payload has the run's tags.
ALTER TABLE "webhook_subscription" ADD COLUMN "include_tags" BOOLEAN NOT NULL DEFAULT false;
