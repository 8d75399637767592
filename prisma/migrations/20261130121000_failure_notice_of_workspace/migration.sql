-- One failure workflow for the whole workspace, which a workflow overrides or switches off: docs/decisions/failure-notices.md.
ALTER TABLE "workspace" ADD COLUMN "failure_workflow_id" UUID;
ALTER TABLE "workflow" ADD COLUMN "failure_notice_off" BOOLEAN NOT NULL DEFAULT false;
