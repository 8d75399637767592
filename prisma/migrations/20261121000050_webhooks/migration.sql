-- Subscriptions are edited by people, so they are Prisma's.
CREATE TABLE "webhook_subscription" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "workflow_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "include_final_output" BOOLEAN NOT NULL DEFAULT false,
    "include_trace_spans" BOOLEAN NOT NULL DEFAULT false,
    "include_rate_limits" BOOLEAN NOT NULL DEFAULT false,
    "include_usage_data" BOOLEAN NOT NULL DEFAULT false,
    "level_filter" TEXT[],
    "trigger_filter" TEXT[],
    "active" BOOLEAN NOT NULL DEFAULT true,
    "disabled_at" TIMESTAMPTZ(3),
    "secret" BYTEA,
    "secret_set_at" TIMESTAMPTZ(3),
    "previous_secret" BYTEA,
    "overlap_until" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by_id" UUID,

    CONSTRAINT "webhook_subscription_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_subscription_workflow_id_idx" ON "webhook_subscription"("workflow_id");
CREATE INDEX "webhook_subscription_workspace_id_idx" ON "webhook_subscription"("workspace_id");
ALTER TABLE "webhook_subscription" ADD CONSTRAINT "webhook_subscription_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_subscription" ADD CONSTRAINT "webhook_subscription_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_subscription" ADD CONSTRAINT "webhook_subscription_updated_by_id_fkey" FOREIGN KEY ("updated_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What deliveries leave behind. History is partitioned by the day of the event and dropped after 30 days; `created_at` is the
-- event's everywhere, so that body, delivery and attempts go together.

-- The frozen request bodies: one per event and set of include flags (bits: 1 final output, 2 trace spans, 4 rate limits, 8 usage).
CREATE TABLE runtime.webhook_body (
  created_at timestamptz(3) NOT NULL,
  event_id   uuid NOT NULL,
  includes   smallint NOT NULL,
  body       text NOT NULL,
  PRIMARY KEY (event_id, includes, created_at)
) PARTITION BY RANGE (created_at);

-- One per event and subscription; its id is what receivers see on every attempt.
CREATE TABLE runtime.webhook_delivery (
  created_at      timestamptz(3) NOT NULL,
  id              uuid NOT NULL,
  event_id        uuid NOT NULL,
  subscription_id uuid NOT NULL,
  workspace_id    uuid NOT NULL,
  workflow_id     uuid NOT NULL,
  execution_id    uuid NOT NULL,
  log_id          uuid NOT NULL,
  includes        smallint NOT NULL,
  kind            text NOT NULL DEFAULT 'event' CHECK (kind IN ('event', 'test')),
  level           text NOT NULL,
  trigger         text NOT NULL,
  state           text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'succeeded', 'failed', 'cancelled')),
  attempts        integer NOT NULL DEFAULT 0,
  last_status     integer,
  last_reason     text,
  acknowledged_at timestamptz(3),
  finished_at     timestamptz(3),
  PRIMARY KEY (id, created_at),
  UNIQUE (event_id, subscription_id, created_at)
) PARTITION BY RANGE (created_at);
CREATE INDEX webhook_delivery_time ON runtime.webhook_delivery (subscription_id, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_execution ON runtime.webhook_delivery (execution_id);

-- Attempts that have ended; one that is being made is its delivery's lease in webhook_pending, and has the lease's token as id.
CREATE TABLE runtime.webhook_attempt (
  created_at         timestamptz(3) NOT NULL,
  id                 uuid NOT NULL,
  delivery_id        uuid NOT NULL,
  number             integer NOT NULL,
  cause              text NOT NULL CHECK (cause IN ('schedule', 'manual', 'test')),
  outcome            text NOT NULL CHECK (outcome IN ('succeeded', 'failed', 'interrupted')),
  started_at         timestamptz(3) NOT NULL,
  duration_ms        integer,
  status             integer,
  code               text,
  reason             text NOT NULL,
  request            text,
  response           text,
  response_body      bytea,
  response_truncated boolean NOT NULL DEFAULT false,
  timing             text,
  retry_at           timestamptz(3),
  redelivery_id      uuid,
  PRIMARY KEY (delivery_id, id, created_at)
) PARTITION BY RANGE (created_at);
CREATE INDEX webhook_attempt_redelivery ON runtime.webhook_attempt (redelivery_id) WHERE redelivery_id IS NOT NULL;

-- Hot and small: what is still to be sent. A lease (token, owner, since when) is the record that an attempt has started.
CREATE TABLE runtime.webhook_pending (
  delivery_id     uuid PRIMARY KEY,
  created_at      timestamptz(3) NOT NULL,
  event_id        uuid NOT NULL,
  subscription_id uuid NOT NULL,
  includes        smallint NOT NULL,
  cause           text NOT NULL DEFAULT 'schedule' CHECK (cause IN ('schedule', 'manual', 'test')),
  attempts        integer NOT NULL DEFAULT 0,
  interruptions   integer NOT NULL DEFAULT 0,
  next_at         timestamptz NOT NULL DEFAULT now(),
  lease_token     uuid,
  lease_owner     uuid,
  leased_at       timestamptz,
  redelivery_id   uuid,
  UNIQUE (event_id, subscription_id),
  CHECK ((lease_token IS NULL) = (leased_at IS NULL))
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX webhook_pending_due ON runtime.webhook_pending (subscription_id, next_at) WHERE lease_token IS NULL;
CREATE INDEX webhook_pending_next ON runtime.webhook_pending (next_at) WHERE lease_token IS NULL;
CREATE INDEX webhook_pending_leased ON runtime.webhook_pending (subscription_id) WHERE lease_token IS NOT NULL;
CREATE INDEX webhook_pending_redelivery ON runtime.webhook_pending (redelivery_id) WHERE redelivery_id IS NOT NULL;

-- How each subscription's endpoint has been doing. `failures` in a row, since its last success.
CREATE TABLE runtime.webhook_health (
  subscription_id uuid PRIMARY KEY,
  failures        integer NOT NULL DEFAULT 0,
  failing_since   timestamptz(3),
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  last_reason     text
) WITH (fillfactor = 50);

-- "Redeliver all failed since": how far it is follows from pending rows and attempts that carry its id.
CREATE TABLE runtime.webhook_redelivery (
  id              uuid PRIMARY KEY,
  subscription_id uuid NOT NULL,
  since           timestamptz(3) NOT NULL,
  total           integer NOT NULL,
  created_at      timestamptz(3) NOT NULL DEFAULT now()
);

-- A UUIDv7 like lib/ids.ts makes: ids sort by time.
CREATE FUNCTION runtime.new_id() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(
    uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
    FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- Undoes the statement that lacks a body for a matching subscription; the caller composes it and tries again.
CREATE FUNCTION runtime.webhook_body_missing() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RAISE EXCEPTION 'a webhook body has not been composed' USING ERRCODE = 'MW001';
END $$;

-- Makes the partitions of `days` days from the one that holds `first`; those that exist are left alone.
CREATE FUNCTION runtime.ensure_webhook_partitions(first timestamptz, days integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  lower timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('runtime.ensure_webhook_partitions'));
  FOR i IN 0 .. days - 1 LOOP
    lower := (date_trunc('day', first AT TIME ZONE 'UTC') + make_interval(days => i)) AT TIME ZONE 'UTC';
    FOREACH parent IN ARRAY ARRAY['webhook_body', 'webhook_delivery', 'webhook_attempt'] LOOP
      EXECUTE format(
        'CREATE TABLE IF NOT EXISTS runtime.%I PARTITION OF runtime.%I FOR VALUES FROM (%L) TO (%L) WITH (fillfactor = %s)',
        parent || to_char(lower AT TIME ZONE 'UTC', '_YYYY_MM_DD'), parent,
        lower, ((lower AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC',
        CASE parent WHEN 'webhook_delivery' THEN 60 ELSE 100 END);
    END LOOP;
  END LOOP;
END $$;
