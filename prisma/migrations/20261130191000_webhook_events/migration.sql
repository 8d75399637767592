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
