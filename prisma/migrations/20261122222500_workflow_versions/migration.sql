-- Published versions: docs/decisions/versions.md. A version's document is the snapshot of that hash, which retention keeps while a
-- version names it.
CREATE TABLE "workflow_version" (
    "workflow_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "snapshot_hash" BYTEA NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "author_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workflow_version_pkey" PRIMARY KEY ("workflow_id", "number")
);
CREATE INDEX "workflow_version_author_id_idx" ON "workflow_version"("author_id");
ALTER TABLE "workflow_version" ADD CONSTRAINT "workflow_version_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "workflow_version" ADD CONSTRAINT "workflow_version_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Null: nothing is published, and the draft runs.
ALTER TABLE "workflow" ADD COLUMN "live_version" INTEGER;

-- Which version ran; null: the draft.
ALTER TABLE runtime.execution ADD COLUMN workflow_version integer;
ALTER TABLE runtime.log ADD COLUMN workflow_version integer;
