-- Headers beside the documented ones: docs/decisions/webhook-standards.md.
ALTER TABLE "webhook_subscription"
    ADD COLUMN "standard_webhooks" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "cloud_events" BOOLEAN NOT NULL DEFAULT false;
