-- Outputs that authors pinned: runs of the draft in the editor take them instead of executing the block.
CREATE TABLE "block_pin" (
    "workflow_id" UUID NOT NULL,
    "block_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by_id" UUID,

    CONSTRAINT "block_pin_pkey" PRIMARY KEY ("workflow_id", "block_id")
);
CREATE INDEX "block_pin_updated_by_id_idx" ON "block_pin"("updated_by_id");
ALTER TABLE "block_pin" ADD CONSTRAINT "block_pin_workflow_id_fkey"
    FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "block_pin" ADD CONSTRAINT "block_pin_updated_by_id_fkey"
    FOREIGN KEY ("updated_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;
