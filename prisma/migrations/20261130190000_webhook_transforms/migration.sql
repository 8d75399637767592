-- A function of its author's that makes the bodies: docs/decisions/webhook-transforms.md. Null: they are the documented ones.
ALTER TABLE "webhook_subscription" ADD COLUMN "transform" TEXT;

-- Whether the subscription had a transform when the event happened, and what the transform made of the body, once, before the first
-- attempt. Null until then.
ALTER TABLE runtime.webhook_delivery
  ADD COLUMN transforms   boolean NOT NULL DEFAULT false,
  ADD COLUMN body         text,
  ADD COLUMN content_type text;
ALTER TABLE runtime.webhook_pending ADD COLUMN transforms boolean NOT NULL DEFAULT false;
