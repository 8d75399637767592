-- Changes of workflows that agents and people propose, until somebody applies or rejects them (docs/decisions/management-mcp.md).
CREATE TABLE "workflow_proposal" (
    "id" UUID NOT NULL,
    "workflow_id" UUID NOT NULL,
    "base_version" INTEGER NOT NULL,
    "words" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "sealed" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,
    "key_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,

    CONSTRAINT "workflow_proposal_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "workflow_proposal_state_check" CHECK ("state" IN ('open', 'applied', 'rejected'))
);
CREATE INDEX "workflow_proposal_workflow_id_idx" ON "workflow_proposal"("workflow_id");
CREATE INDEX "workflow_proposal_created_by_id_idx" ON "workflow_proposal"("created_by_id");
CREATE INDEX "workflow_proposal_decided_by_id_idx" ON "workflow_proposal"("decided_by_id");
ALTER TABLE "workflow_proposal" ADD CONSTRAINT "workflow_proposal_workflow_id_fkey"
    FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "workflow_proposal" ADD CONSTRAINT "workflow_proposal_created_by_id_fkey"
    FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "workflow_proposal" ADD CONSTRAINT "workflow_proposal_decided_by_id_fkey"
    FOREIGN KEY ("decided_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;
