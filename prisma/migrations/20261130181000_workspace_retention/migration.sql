-- A workspace may keep logs, and what they hold, for less time than its plan: docs/decisions/retention.md. Null: as long as that.
ALTER TABLE "workspace"
  ADD COLUMN "keep_log_days" INTEGER,
  ADD COLUMN "keep_payload_days" INTEGER;

-- Since when a payload or a body is empty.
ALTER TABLE runtime.log_payload ADD COLUMN deleted_at timestamptz(3);
ALTER TABLE runtime.webhook_body ADD COLUMN deleted_at timestamptz(3);

-- Payloads are emptied in the order of the feed. `cleared_seq`: the number of the last log whose payload is.
CREATE TABLE runtime.payload_retention (
  workspace_id uuid PRIMARY KEY,
  cleared_seq  bigint NOT NULL
);
