ALTER TABLE "webhook_subscription" ADD COLUMN "extended_retries" BOOLEAN NOT NULL DEFAULT false;
