-- URLs of Webhook blocks: docs/decisions/webhook-trigger.md.
CREATE TABLE "hook" (
    "token" TEXT NOT NULL,
    "workflow_id" UUID NOT NULL,
    "block_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "hook_pkey" PRIMARY KEY ("token")
);
CREATE UNIQUE INDEX "hook_workflow_id_block_id_key" ON "hook"("workflow_id", "block_id");
ALTER TABLE "hook" ADD CONSTRAINT "hook_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE CASCADE ON UPDATE CASCADE;
