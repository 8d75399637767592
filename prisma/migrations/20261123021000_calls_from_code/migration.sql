-- A workspace's unfinished executions, newest first (ids are UUIDv7): docs/decisions/calls-from-code.md.
CREATE INDEX execution_workspace ON runtime.execution (workspace_id, id);

-- Executions that one key has started together, in the order of their inputs; null: a single one, `execution_id`.
ALTER TABLE runtime.idempotency_key ADD COLUMN execution_ids uuid[];

-- Workflows that MCP clients may call: docs/decisions/mcp-server.md.
CREATE TABLE "workflow_tool" (
    "workflow_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workflow_tool_pkey" PRIMARY KEY ("workflow_id")
);
CREATE UNIQUE INDEX "workflow_tool_workspace_id_name_key" ON "workflow_tool"("workspace_id", "name");
ALTER TABLE "workflow_tool" ADD CONSTRAINT "workflow_tool_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "workflow_tool" ADD CONSTRAINT "workflow_tool_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
