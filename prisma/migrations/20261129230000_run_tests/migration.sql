-- Runs that are kept as tests of their workflow (docs/decisions/tests-from-runs.md), and the setting of a workspace that publishing
-- needs them to pass.
CREATE TABLE "run_test" (
    "id" UUID NOT NULL,
    "workflow_id" UUID NOT NULL,
    "log_id" UUID,
    "name" TEXT NOT NULL,
    "tags" TEXT[],
    "rules" JSONB NOT NULL,
    "sealed" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" UUID,

    CONSTRAINT "run_test_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "run_test_workflow_id_name_key" ON "run_test"("workflow_id", "name");
CREATE INDEX "run_test_log_id_idx" ON "run_test"("log_id");
CREATE INDEX "run_test_created_by_id_idx" ON "run_test"("created_by_id");
ALTER TABLE "run_test" ADD CONSTRAINT "run_test_workflow_id_fkey"
    FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "run_test" ADD CONSTRAINT "run_test_created_by_id_fkey"
    FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "workspace" ADD COLUMN "publish_needs_tests" BOOLEAN NOT NULL DEFAULT false;
