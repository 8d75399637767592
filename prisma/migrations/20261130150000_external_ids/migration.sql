-- The names that things have where they are kept in code: docs/decisions/kept-in-code.md. Unique in a workspace.
ALTER TABLE "folder" ADD COLUMN "external_id" TEXT;
ALTER TABLE "workflow" ADD COLUMN "external_id" TEXT;
ALTER TABLE "webhook_subscription" ADD COLUMN "external_id" TEXT;
ALTER TABLE "alert_rule" ADD COLUMN "external_id" TEXT;
ALTER TABLE "connection" ADD COLUMN "external_id" TEXT;

CREATE UNIQUE INDEX "folder_workspace_id_external_id_key" ON "folder"("workspace_id", "external_id");
CREATE UNIQUE INDEX "alert_rule_workspace_id_external_id_key" ON "alert_rule"("workspace_id", "external_id");
CREATE UNIQUE INDEX "connection_workspace_id_external_id_key" ON "connection"("workspace_id", "external_id");

-- A deleted workflow keeps its row, with those of its subscriptions, and their external ids are free.
CREATE UNIQUE INDEX "workflow_external_id"
    ON "workflow" ("workspace_id", (CASE WHEN "deleted_at" IS NULL THEN "external_id" END));
CREATE UNIQUE INDEX "webhook_subscription_external_id"
    ON "webhook_subscription" ("workspace_id", (CASE WHEN "deleted_at" IS NULL THEN "external_id" END));
