-- A subscription may have a name, and without a workflow it covers all workflows of its workspace.
ALTER TABLE "webhook_subscription" ADD COLUMN "name" TEXT NOT NULL DEFAULT '';
ALTER TABLE "webhook_subscription" ALTER COLUMN "workflow_id" DROP NOT NULL;

-- What it covers, workflow or workspace, so that a completion finds both kinds in one scan.
CREATE INDEX "webhook_subscription_covers" ON "webhook_subscription" (coalesce("workflow_id", "workspace_id"));
