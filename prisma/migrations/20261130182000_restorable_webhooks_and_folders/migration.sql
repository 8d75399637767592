-- Deleted subscriptions and folders can be restored for 30 days: docs/decisions/recently-deleted.md. `deleted_alone`: not with its
-- workflow, which restores those that were deleted with it.
ALTER TABLE "webhook_subscription"
  ADD COLUMN "deleted_by_id" UUID,
  ADD COLUMN "deleted_alone" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "webhook_subscription_deleted_at_idx" ON "webhook_subscription"("deleted_at");

-- A folder is a place. What lay in it when it was deleted has moved to its parent.
CREATE TABLE "deleted_folder" (
  "id" UUID NOT NULL,
  "workspace_id" UUID NOT NULL,
  "parent_id" UUID,
  "name" TEXT NOT NULL,
  "external_id" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "folder_ids" UUID[] DEFAULT ARRAY[]::UUID[],
  "workflow_ids" UUID[] DEFAULT ARRAY[]::UUID[],
  "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deleted_by_id" UUID,

  CONSTRAINT "deleted_folder_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "deleted_folder_workspace_id_idx" ON "deleted_folder"("workspace_id");
CREATE INDEX "deleted_folder_deleted_at_idx" ON "deleted_folder"("deleted_at");
ALTER TABLE "deleted_folder" ADD CONSTRAINT "deleted_folder_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
