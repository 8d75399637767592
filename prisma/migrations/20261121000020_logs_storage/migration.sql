-- Logs at ten million rows: docs/decisions/logs-at-ten-million.md says what each index is for.
-- Every index that leads a walk carries what a filter may ask for, so that rows which don't match are never fetched.
DROP INDEX runtime.log_time;
CREATE INDEX log_time ON runtime.log (workspace_id, started_at, id)
  INCLUDE (seq, workflow_id, duration_ms, cost_total, level, trigger);
CREATE INDEX log_workflow ON runtime.log (workspace_id, workflow_id, started_at, id)
  INCLUDE (seq, duration_ms, cost_total, level, trigger);
CREATE INDEX log_outcome ON runtime.log (workspace_id, level, trigger, started_at, id)
  INCLUDE (seq, workflow_id, duration_ms, cost_total);
CREATE INDEX log_duration ON runtime.log (workspace_id, duration_ms)
  INCLUDE (started_at, id, seq, workflow_id, cost_total, level, trigger);
CREATE INDEX log_cost ON runtime.log (workspace_id, cost_total)
  INCLUDE (started_at, id, seq, workflow_id, duration_ms, level, trigger);
CREATE INDEX log_seq ON runtime.log (workspace_id, seq);

-- One row per log and AI model it used, with the filter columns copied. Nothing has filled the old one.
DROP TABLE runtime.log_model;
CREATE TABLE runtime.log_model (
  started_at   timestamptz(3) NOT NULL,
  seq          bigint NOT NULL,
  cost_total   double precision NOT NULL,
  log_id       uuid NOT NULL,
  workspace_id uuid NOT NULL,
  workflow_id  uuid NOT NULL,
  duration_ms  integer NOT NULL,
  level        text NOT NULL,
  trigger      text NOT NULL,
  model        text NOT NULL,
  PRIMARY KEY (workspace_id, model, started_at, log_id)
    INCLUDE (seq, workflow_id, duration_ms, cost_total, level, trigger)
) PARTITION BY RANGE (started_at);

-- Which values a workspace's logs of a month (of their start, UTC) have, and how many: a value that is not here has no rows.
-- `kind` is outcome (level and trigger), workflow or model. Written with the logs; retention removes whole months.
CREATE TABLE runtime.log_facet (
  workspace_id uuid NOT NULL,
  kind         text NOT NULL,
  value        text NOT NULL,
  month        date NOT NULL,
  n            bigint NOT NULL,
  PRIMARY KEY (workspace_id, kind, value, month)
) WITH (fillfactor = 50);
CREATE INDEX log_facet_month ON runtime.log_facet (month, workspace_id);
INSERT INTO runtime.log_facet
SELECT l.workspace_id, v.kind, v.value, date_trunc('month', l.started_at AT TIME ZONE 'UTC')::date, count(*)
FROM runtime.log l
CROSS JOIN LATERAL (VALUES ('outcome', l.level || ' ' || l.trigger), ('workflow', l.workflow_id::text)) v (kind, value)
GROUP BY 1, 2, 3, 4;

-- When a run last named it (to the hour): one that is older than all logs of its workspace may go.
ALTER TABLE runtime.workflow_snapshot ADD COLUMN used_at timestamptz(3) NOT NULL DEFAULT now();

-- Makes the partitions of `months` months from the one that holds `first`, for every table of this schema that is partitioned
-- by the start; those that exist are left alone. A new one is made beside its parent and attached, which no reader waits for.
CREATE OR REPLACE FUNCTION runtime.ensure_partitions(first timestamptz, months integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent record;
  lower timestamptz;
  upper timestamptz;
  partition text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('runtime.ensure_partitions'));
  FOR i IN 0 .. months - 1 LOOP
    lower := (date_trunc('month', first AT TIME ZONE 'UTC') + make_interval(months => i)) AT TIME ZONE 'UTC';
    upper := ((lower AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
    FOR parent IN
      SELECT c.oid, c.relname AS name FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid
      WHERE c.relnamespace = 'runtime'::regnamespace AND pg_get_partkeydef(c.oid) = 'RANGE (started_at)'
      ORDER BY c.relname
    LOOP
      partition := parent.name || to_char(lower AT TIME ZONE 'UTC', '_YYYY_MM');
      CONTINUE WHEN to_regclass(format('runtime.%I', partition)) IS NOT NULL;
      -- Reads stay within an index only while vacuum keeps up with inserts.
      EXECUTE format(
        'CREATE TABLE runtime.%I (LIKE runtime.%I INCLUDING ALL) WITH (autovacuum_vacuum_insert_scale_factor = 0.05)',
        partition, parent.name);
      EXECUTE format('ALTER TABLE runtime.%I ATTACH PARTITION runtime.%I FOR VALUES FROM (%L) TO (%L)',
        parent.name, partition, lower, upper);
    END LOOP;
  END LOOP;
END $$;

-- The months that are there already: the new log_model has none of them, and the others lack the vacuum's setting.
DO $$
DECLARE
  partition record;
BEGIN
  FOR partition IN
    SELECT c.relname AS name, parent.relname AS parent FROM pg_inherits i
    JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class parent ON parent.oid = i.inhparent
    WHERE parent.oid IN ('runtime.log'::regclass, 'runtime.log_payload'::regclass)
  LOOP
    EXECUTE format('ALTER TABLE runtime.%I SET (autovacuum_vacuum_insert_scale_factor = 0.05)', partition.name);
    IF partition.parent = 'log' THEN
      PERFORM runtime.ensure_partitions(to_date(right(partition.name, 7), 'YYYY_MM')::timestamp AT TIME ZONE 'UTC', 1);
    END IF;
  END LOOP;
END $$;
