-- Budgets that hold: docs/decisions/budgets-that-hold.md. `workflow_id` null: everything of the workspace. `server`: of 'requests', null
-- for all. `most`: the limit. `counted`: since `window_start`, over the logs up to the number `seq` of the workspace's feed; of
-- 'requests', what the sums by host have beyond `baseline`. `hold_id`: the hold that keeps its runs since `reached_at`; `made_hold`: it
-- is the budget's. The foreign key takes a budget that is made while its workspace is being deleted.
CREATE TABLE runtime.budget (
  id              uuid PRIMARY KEY,
  workspace_id    uuid NOT NULL REFERENCES workspace (id) ON DELETE CASCADE,
  workflow_id     uuid,
  external_id     text,
  measure         text NOT NULL CHECK (measure IN ('requests', 'dollars', 'runs', 'failures-in-a-row')),
  server          text,
  most            float8 NOT NULL CHECK (most > 0),
  within_minutes  integer NOT NULL CHECK (within_minutes BETWEEN 1 AND 43200),
  lift            text NOT NULL CHECK (lift IN ('release', 'window-end')),
  waiting_callers text NOT NULL CHECK (waiting_callers IN ('refuse', 'queue')),
  created_at      timestamptz(3) NOT NULL DEFAULT now(),
  window_start    timestamptz(3) NOT NULL DEFAULT now(),
  seq             bigint NOT NULL,
  counted         float8 NOT NULL DEFAULT 0,
  baseline        float8,
  reached_at      timestamptz(3),
  hold_id         uuid,
  made_hold       boolean NOT NULL DEFAULT false,
  next_check_at   timestamptz NOT NULL DEFAULT now(),
  CHECK (server IS NULL OR measure = 'requests'),
  CHECK ((reached_at IS NULL) = (hold_id IS NULL))
);
CREATE INDEX budget_workspace ON runtime.budget (workspace_id);
CREATE UNIQUE INDEX budget_external_id ON runtime.budget (workspace_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX budget_next_check ON runtime.budget (next_check_at);
CREATE INDEX budget_hold ON runtime.budget (hold_id) WHERE hold_id IS NOT NULL;
