-- What runs leave behind. Raw SQL alone writes and reads these tables (hot paths), so they live outside Prisma's schema.
CREATE SCHEMA runtime;

-- Processes that run executions. One whose heartbeat is older than the lease is dead; its executions are taken over.
CREATE TABLE runtime.process (
  id           uuid PRIMARY KEY,
  kind         text NOT NULL,
  started_at   timestamptz(3) NOT NULL DEFAULT now(),
  heartbeat_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Workflows as they ran, once per content. `state` is what logs show: the canonical document with literal credentials
-- masked. `sealed` is the exact document, encrypted, and is there only where masking changed something.
CREATE TABLE runtime.workflow_snapshot (
  workflow_id uuid NOT NULL,
  hash        bytea NOT NULL,
  state       text NOT NULL,
  sealed      bytea,
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workflow_id, hash)
);

-- Accepted and unfinished: the queue, the running ones, and what a dead process left. A finished execution's row is
-- deleted in the transaction that writes its log, so the table stays small and each execution gets exactly one log.
CREATE TABLE runtime.execution (
  id            uuid PRIMARY KEY,
  log_id        uuid NOT NULL,
  workspace_id  uuid NOT NULL,
  workflow_id   uuid NOT NULL,
  snapshot_hash bytea NOT NULL,
  trigger       text NOT NULL,
  mode          text NOT NULL CHECK (mode IN ('sync', 'async')),
  user_id       uuid NOT NULL,
  input         text NOT NULL,
  state         text NOT NULL CHECK (state IN ('queued', 'running')),
  owner         uuid,
  takeovers     integer NOT NULL DEFAULT 0,
  cancelled     boolean NOT NULL DEFAULT false,
  accepted_at   timestamptz(3) NOT NULL,
  started_at    timestamptz(3),
  CHECK ((state = 'queued') = (owner IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX execution_queue ON runtime.execution (accepted_at, id) WHERE state = 'queued';
CREATE INDEX execution_owner ON runtime.execution (owner) WHERE state = 'running';

-- Journal: outputs of the finished blocks of an asynchronous execution, so that a resume does not repeat them.
CREATE TABLE runtime.execution_step (
  execution_id uuid NOT NULL,
  block_id     text NOT NULL,
  iteration    integer NOT NULL DEFAULT 0,
  entry        text NOT NULL,
  PRIMARY KEY (execution_id, block_id, iteration)
);

-- Counter epochs of the logs feed: a log's `seq` is taken under this row's lock, so seq order is visibility order.
CREATE TABLE runtime.workspace_feed (
  workspace_id uuid PRIMARY KEY,
  n            bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- Hot: what a list shows or filters. Partitioned by month of the start; ids are UUIDv7.
CREATE TABLE runtime.log (
  started_at   timestamptz(3) NOT NULL,
  ended_at     timestamptz(3) NOT NULL,
  seq          bigint NOT NULL,
  cost_total   double precision NOT NULL,
  id           uuid NOT NULL,
  workspace_id uuid NOT NULL,
  workflow_id  uuid NOT NULL,
  execution_id uuid NOT NULL,
  duration_ms  integer NOT NULL,
  has_files    boolean NOT NULL DEFAULT false,
  level        text NOT NULL CHECK (level IN ('info', 'error')),
  trigger      text NOT NULL CHECK (trigger IN ('api', 'webhook', 'schedule', 'manual', 'chat')),
  PRIMARY KEY (id, started_at)
) PARTITION BY RANGE (started_at);
CREATE INDEX log_time ON runtime.log (workspace_id, started_at DESC, id DESC);
CREATE INDEX log_execution ON runtime.log (execution_id);

-- Cold: never joined by a list that did not ask for it. JSON as text: written once, sent as it is.
CREATE TABLE runtime.log_payload (
  started_at    timestamptz(3) NOT NULL,
  log_id        uuid NOT NULL,
  workflow_id   uuid NOT NULL,
  snapshot_hash bytea NOT NULL,
  trace_spans   text NOT NULL,
  final_output  text NOT NULL,
  cost          text NOT NULL,
  files         text,
  error         text,
  PRIMARY KEY (log_id, started_at)
) PARTITION BY RANGE (started_at);

-- One row per log and AI model it used.
CREATE TABLE runtime.log_model (
  started_at   timestamptz(3) NOT NULL,
  workspace_id uuid NOT NULL,
  log_id       uuid NOT NULL,
  model        text NOT NULL,
  PRIMARY KEY (workspace_id, model, started_at, log_id)
) PARTITION BY RANGE (started_at);

-- Executions per plan holder in the current minute, and their cost in the current month.
CREATE TABLE runtime.execution_window (
  user_id      uuid NOT NULL,
  mode         text NOT NULL,
  window_start timestamptz(3) NOT NULL,
  count        integer NOT NULL,
  PRIMARY KEY (user_id, mode)
) WITH (fillfactor = 50);
CREATE TABLE runtime.usage_month (
  user_id uuid NOT NULL,
  month   date NOT NULL,
  cost    double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, month)
) WITH (fillfactor = 50);

-- Makes the partitions of `months` months from the one that holds `first`; those that exist are left alone.
CREATE FUNCTION runtime.ensure_partitions(first timestamptz, months integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  lower timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('runtime.ensure_partitions'));
  FOR i IN 0 .. months - 1 LOOP
    lower := (date_trunc('month', first AT TIME ZONE 'UTC') + make_interval(months => i)) AT TIME ZONE 'UTC';
    FOREACH parent IN ARRAY ARRAY['log', 'log_payload', 'log_model'] LOOP
      EXECUTE format(
        'CREATE TABLE IF NOT EXISTS runtime.%I PARTITION OF runtime.%I FOR VALUES FROM (%L) TO (%L)',
        parent || to_char(lower AT TIME ZONE 'UTC', '_YYYY_MM'), parent,
        lower, ((lower AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC');
    END LOOP;
  END LOOP;
END $$;
