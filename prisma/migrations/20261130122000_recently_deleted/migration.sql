-- A deleted workflow can be restored for 30 days: docs/decisions/recently-deleted.md. Those deleted before are empty already.
ALTER TABLE "workflow"
  ADD COLUMN "deleted_by_id" UUID,
  ADD COLUMN "deleted_live_version" INTEGER,
  ADD COLUMN "purged_at" TIMESTAMPTZ(3);
UPDATE "workflow" SET "purged_at" = "deleted_at" WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "workflow_deleted_at_idx" ON "workflow"("deleted_at");

ALTER TABLE "webhook_subscription" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
