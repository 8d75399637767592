-- Which events a subscription is sent: docs/decisions/webhook-events.md. Subscriptions that exist get what they got.
ALTER TABLE "webhook_subscription"
    ADD COLUMN "events" TEXT[] DEFAULT ARRAY['workflow.execution.completed']::TEXT[];
-- Processes read these few, so that a run of other workflows needs no look at its start.
CREATE INDEX "webhook_subscription_run_events" ON "webhook_subscription" (coalesce("workflow_id", "workspace_id"))
    WHERE "active" AND "deleted_at" IS NULL AND "events" && ARRAY['run.started', 'run.waiting']::TEXT[];

-- The event's type. What is about no run has none of a run's members.
ALTER TABLE runtime.webhook_delivery
  ADD COLUMN event_type text NOT NULL DEFAULT 'workflow.execution.completed',
  ALTER COLUMN workflow_id DROP NOT NULL,
  ALTER COLUMN execution_id DROP NOT NULL,
  ALTER COLUMN log_id DROP NOT NULL,
  ALTER COLUMN level DROP NOT NULL,
  ALTER COLUMN trigger DROP NOT NULL;

-- Who reads the feed of other events at the moment: without a reader, and without a subscription, they leave nothing. `covered`: a
-- workflow or a whole workspace.
CREATE TABLE runtime.webhook_listener (
  covered      uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  events       text[] NOT NULL,
  expires_at   timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX webhook_listener_workspace ON runtime.webhook_listener (workspace_id);

-- These events for their readers. Rows become visible in the order of commits; `transaction` tells a reader how far it may go without
-- missing one that commits later.
CREATE TABLE runtime.webhook_feed (
  event_id     uuid PRIMARY KEY,
  transaction  xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq          bigint GENERATED ALWAYS AS IDENTITY,
  created_at   timestamptz NOT NULL DEFAULT now(),
  event_type   text NOT NULL,
  workspace_id uuid NOT NULL,
  covered      uuid[] NOT NULL,
  execution_id uuid,
  log_id       uuid,
  trigger      text,
  body         text NOT NULL
);
CREATE INDEX webhook_feed_order ON runtime.webhook_feed (workspace_id, transaction, seq);
CREATE INDEX webhook_feed_execution ON runtime.webhook_feed (execution_id) WHERE execution_id IS NOT NULL;
