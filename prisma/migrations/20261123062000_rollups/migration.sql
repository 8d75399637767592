-- Sums of finished runs by hour, day and week (UTC, from Monday), made from the logs after they were written:
-- docs/decisions/rollups.md.

-- How far a workspace's logs have been added up, in numbers of its feed. `seq`: counts and durations; `trace_seq`: what is read
-- from traces and costs. Rows that started before `retained_from`, a whole day, are in no sum: retention has taken them.
CREATE TABLE runtime.rollup_progress (
  workspace_id  uuid PRIMARY KEY,
  seq           bigint NOT NULL DEFAULT 0,
  trace_seq     bigint NOT NULL DEFAULT 0,
  retained_from timestamptz NOT NULL DEFAULT '1970-01-01T00:00:00Z'
) WITH (fillfactor = 50);

-- Runs by outcome. `workflow_id` zero: all workflows together.
CREATE TABLE runtime.log_rollup (
  workspace_id uuid NOT NULL,
  workflow_id  uuid NOT NULL,
  at           timestamptz NOT NULL,
  n            bigint NOT NULL,
  duration_ms  bigint NOT NULL,
  cost         double precision NOT NULL,
  grain        text NOT NULL CHECK (grain IN ('hour', 'day', 'week')),
  level        text NOT NULL,
  trigger      text NOT NULL,
  PRIMARY KEY (workspace_id, grain, workflow_id, at, level, trigger)
) WITH (fillfactor = 70);

-- How many runs took how long: bucket b holds durations over 1.1^(b-1) up to 1.1^b ms, bucket 0 those up to 1 ms.
CREATE TABLE runtime.duration_rollup (
  workspace_id uuid NOT NULL,
  workflow_id  uuid NOT NULL,
  at           timestamptz NOT NULL,
  n            bigint NOT NULL,
  bucket       smallint NOT NULL,
  grain        text NOT NULL CHECK (grain IN ('hour', 'day', 'week')),
  PRIMARY KEY (workspace_id, grain, workflow_id, at, bucket)
) WITH (fillfactor = 70);

-- What traces and costs say. `key`: the name of a model, the host (and port) of a request's URL, or the id of a block.
CREATE TABLE runtime.trace_rollup (
  workspace_id      uuid NOT NULL,
  workflow_id       uuid NOT NULL,
  at                timestamptz NOT NULL,
  n                 bigint NOT NULL,
  errors            bigint NOT NULL,
  duration_ms       double precision NOT NULL,
  cost              double precision NOT NULL,
  prompt_tokens     bigint NOT NULL,
  completion_tokens bigint NOT NULL,
  grain             text NOT NULL CHECK (grain IN ('hour', 'day')),
  kind              text NOT NULL CHECK (kind IN ('model', 'host', 'block')),
  key               text NOT NULL,
  -- Of a block, as it was last seen.
  name              text,
  type              text,
  PRIMARY KEY (workspace_id, grain, kind, at, workflow_id, key)
) WITH (fillfactor = 70);
