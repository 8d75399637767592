-- Rules about logs, and what they send: docs/decisions/alerts.md.
CREATE TABLE "alert_rule" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "condition" JSONB NOT NULL,
    "window_minutes" INTEGER NOT NULL,
    "workflow_ids" UUID[],
    "emails" TEXT[],
    "target" BYTEA,
    "notify_recovery" BOOLEAN NOT NULL DEFAULT true,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "firing_since" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alert_rule_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "alert_rule_workspace_id_idx" ON "alert_rule"("workspace_id");
CREATE INDEX "alert_rule_next_check_at_idx" ON "alert_rule"("next_check_at");
ALTER TABLE "alert_rule" ADD CONSTRAINT "alert_rule_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Notifications, written with the change of the rule's state. One is over when it has `sent_at` or `failed_at`.
CREATE TABLE runtime.alert_event (
    id              uuid        NOT NULL PRIMARY KEY,
    rule_id         uuid        NOT NULL REFERENCES alert_rule (id) ON DELETE CASCADE,
    kind            text        NOT NULL,
    at              timestamptz NOT NULL DEFAULT now(),
    summary         text        NOT NULL,
    -- As it goes to a webhook; an e-mail is made of it.
    body            text        NOT NULL,
    attempts        integer     NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    problem         text,
    sent_at         timestamptz,
    failed_at       timestamptz
);
CREATE INDEX alert_event_due ON runtime.alert_event (next_attempt_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX alert_event_of_rule ON runtime.alert_event (rule_id, at DESC);
CREATE INDEX alert_event_age ON runtime.alert_event (at);
