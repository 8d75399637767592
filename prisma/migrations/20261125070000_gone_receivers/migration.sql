-- A receiver that answers 410 twice in a row wants no more deliveries: its subscription is disabled, with the reason.
ALTER TABLE "webhook_subscription"
    ADD COLUMN "disabled_reason" TEXT CHECK ("disabled_reason" IN ('failing', 'gone'));
UPDATE "webhook_subscription" SET "disabled_reason" = 'failing' WHERE "disabled_at" IS NOT NULL;

-- Since when each response has been a 410; null as soon as anything else comes.
ALTER TABLE runtime.webhook_health ADD COLUMN gone_since timestamptz;
