-- Alerts of errors that are new or came back: docs/decisions/error-groups.md.

-- Numbered in each workspace, under the lock of its progress: whoever reads up to `error_group_progress.events` misses none.
ALTER TABLE runtime.error_group_progress ADD COLUMN events bigint NOT NULL DEFAULT 0;
CREATE TABLE runtime.error_group_event (
  workspace_id uuid NOT NULL,
  number       bigint NOT NULL,
  at           timestamptz(3) NOT NULL,
  group_id     uuid NOT NULL REFERENCES runtime.error_group (id) ON DELETE CASCADE,
  kind         text NOT NULL CHECK (kind IN ('new', 'reopened')),
  PRIMARY KEY (workspace_id, number)
);
CREATE INDEX error_group_event_of ON runtime.error_group_event (group_id);
CREATE INDEX error_group_event_age ON runtime.error_group_event (at);

-- The number of the last event that a rule has seen; null for rules of other kinds, and before the first check.
ALTER TABLE "alert_rule" ADD COLUMN "events_seen" BIGINT;
