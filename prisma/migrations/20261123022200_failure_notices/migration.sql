-- A workflow that runs when a run of another fails: docs/decisions/failure-notices.md.
ALTER TABLE "workflow" ADD COLUMN "failure_workflow_id" UUID;

-- The failed execution that a run is the notice of.
ALTER TABLE runtime.execution ADD COLUMN failure_of uuid;

-- Failed runs whose notice is still to be queued; written with their logs.
CREATE TABLE runtime.failure_notice (
    log_id       uuid        NOT NULL PRIMARY KEY,
    started_at   timestamptz NOT NULL,
    ended_at     timestamptz NOT NULL,
    execution_id uuid        NOT NULL,
    workspace_id uuid        NOT NULL,
    workflow_id  uuid        NOT NULL,
    -- The workflow to run.
    target_id    uuid        NOT NULL,
    trigger      text        NOT NULL,
    version      integer
);
CREATE INDEX failure_notice_in_order ON runtime.failure_notice (ended_at, log_id);

-- How many notices of a workflow's failures were sent in the current minute.
CREATE TABLE runtime.failure_notice_window (
    workflow_id uuid        NOT NULL PRIMARY KEY,
    started_at  timestamptz NOT NULL DEFAULT now(),
    sent        integer     NOT NULL DEFAULT 0,
    -- Since the last one that was sent.
    suppressed  integer     NOT NULL DEFAULT 0
);
