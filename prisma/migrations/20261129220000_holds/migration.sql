-- Reasons for which starts wait: docs/decisions/runs-that-wait.md. `workflow_id` null: everything of the workspace.
-- `released_at`: since then its runs go on, oldest first, the next of them at `next_release_at`; those accepted up to
-- `released_through` are no longer kept. The foreign key takes a hold that is made while its workspace is being deleted.
CREATE TABLE runtime.hold (
  id               uuid PRIMARY KEY,
  workspace_id     uuid NOT NULL REFERENCES workspace (id) ON DELETE CASCADE,
  workflow_id      uuid,
  reason           text NOT NULL DEFAULT '',
  waiting_callers  text NOT NULL DEFAULT 'refuse' CHECK (waiting_callers IN ('refuse', 'queue')),
  held_by          uuid,
  held_at          timestamptz(3) NOT NULL DEFAULT now(),
  released_at      timestamptz(3),
  per_minute       integer CHECK (per_minute > 0),
  next_release_at  timestamptz,
  released_through timestamptz(3),
  CHECK ((released_at IS NULL) = (next_release_at IS NULL)),
  CHECK (released_at IS NOT NULL OR (per_minute IS NULL AND released_through IS NULL))
);
CREATE UNIQUE INDEX hold_workflow ON runtime.hold (workflow_id) WHERE workflow_id IS NOT NULL;
CREATE UNIQUE INDEX hold_workspace ON runtime.hold (workspace_id) WHERE workflow_id IS NULL;
CREATE INDEX hold_of_workspace ON runtime.hold (workspace_id);

-- A held run waits for one reason at a time. No process holds it, and it stands in neither line of the queue.
ALTER TABLE runtime.execution
  ADD COLUMN hold_id uuid,
  DROP CONSTRAINT execution_state_check,
  ADD CONSTRAINT execution_state_check CHECK (state IN ('queued', 'running', 'parked', 'held')),
  ADD CONSTRAINT execution_hold_check CHECK ((state = 'held') = (hold_id IS NOT NULL));
CREATE INDEX execution_held ON runtime.execution (hold_id, accepted_at, id) WHERE state = 'held';
