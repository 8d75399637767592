-- Schedules of live versions: docs/decisions/schedule-trigger.md.
CREATE TABLE runtime.schedule (
    workflow_id   uuid        NOT NULL,
    block_id      text        NOT NULL,
    workspace_id  uuid        NOT NULL,
    version       integer     NOT NULL,
    snapshot_hash bytea       NOT NULL,
    -- The block's config.
    settings      jsonb       NOT NULL,
    paused        boolean     NOT NULL DEFAULT false,
    -- Null: it is never due again.
    next_fire_at  timestamptz,
    -- Times that were due and wait for an earlier run to end; milliseconds since 1970, the oldest first.
    waiting       jsonb       NOT NULL DEFAULT '[]',
    -- When a process is to look at it next; null: there is nothing to do.
    look_at       timestamptz,
    -- What became of the latest times, the newest first.
    outcomes      jsonb       NOT NULL DEFAULT '[]',
    PRIMARY KEY (workflow_id, block_id)
);
CREATE INDEX schedule_look_at ON runtime.schedule (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX schedule_workspace ON runtime.schedule (workspace_id);

-- Whether an earlier run of a schedule is unfinished.
CREATE INDEX execution_of_schedule ON runtime.execution (workflow_id, entry_block) WHERE trigger = 'schedule';
