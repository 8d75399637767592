-- Workflows that call others: docs/decisions/workflow-block.md. `depth`: levels below the first run.
ALTER TABLE runtime.execution
  ADD COLUMN parent_id uuid,
  ADD COLUMN root_id   uuid,
  ADD COLUMN depth     integer NOT NULL DEFAULT 0;
CREATE INDEX execution_parent ON runtime.execution (parent_id) WHERE parent_id IS NOT NULL;
ALTER TABLE runtime.log_payload ADD COLUMN parent_execution_id uuid;

-- Runs that only wait: docs/decisions/wait.md. `wake_at`: the first time that is due, or when it was woken last;
-- `awaits`: the waits and the called executions whose end wakes it.
ALTER TABLE runtime.execution
  ADD COLUMN wake_at timestamptz(3),
  ADD COLUMN awaits  uuid[],
  DROP CONSTRAINT execution_state_check,
  DROP CONSTRAINT execution_check,
  ADD CONSTRAINT execution_state_check CHECK (state IN ('queued', 'running', 'parked')),
  ADD CONSTRAINT execution_check CHECK ((state = 'running') = (owner IS NOT NULL));
CREATE INDEX execution_parked ON runtime.execution (wake_at) WHERE state = 'parked';

-- What executions wait for. The id is derived from execution and step. `form` and `answer` are sealed. Rows outlive their execution
-- for a while: who opens an old link is told what became of it.
CREATE TABLE runtime.execution_wait (
  id           uuid PRIMARY KEY,
  execution_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  step         text NOT NULL,
  started_at   timestamptz(3) NOT NULL DEFAULT now(),
  due_at       timestamptz(3),
  form         bytea,
  answer       bytea,
  answered_at  timestamptz(3)
);
CREATE INDEX execution_wait_execution ON runtime.execution_wait (execution_id);
CREATE INDEX execution_wait_workspace ON runtime.execution_wait (workspace_id);
CREATE INDEX execution_wait_age ON runtime.execution_wait (started_at);
