-- Failed runs by cause, counted from the logs: docs/decisions/error-groups.md.

-- How far a workspace's logs have been looked at, in numbers of its feed. Runs that started before `retained_from` are in no
-- group: retention has taken their logs.
CREATE TABLE runtime.error_group_progress (
  workspace_id  uuid PRIMARY KEY,
  seq           bigint NOT NULL DEFAULT 0,
  retained_from timestamptz NOT NULL DEFAULT '1970-01-01T00:00:00Z'
) WITH (fillfactor = 50);

-- `fingerprint`: of workflow, block, code and shape. `message`: of the last of its runs. `state_at`, `state_by`: the last change of
-- the state by a person. `last_started_at`: the latest start of its runs, until which retention keeps it.
CREATE TABLE runtime.error_group (
  id               uuid PRIMARY KEY,
  workspace_id     uuid NOT NULL,
  workflow_id      uuid NOT NULL,
  n                bigint NOT NULL,
  first_seen_at    timestamptz(3) NOT NULL,
  last_seen_at     timestamptz(3) NOT NULL,
  last_started_at  timestamptz(3) NOT NULL,
  state_at         timestamptz(3),
  ignored_until    timestamptz(3),
  reopened_at      timestamptz(3),
  last_log_id      uuid NOT NULL,
  state_by         uuid REFERENCES "user" (id) ON DELETE SET NULL,
  assignee_id      uuid REFERENCES "user" (id) ON DELETE SET NULL,
  resolved_version integer,
  state            text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'acknowledged', 'resolved', 'ignored')),
  fingerprint      text NOT NULL,
  block_id         text,
  block_name       text,
  code             text NOT NULL,
  shape            text NOT NULL,
  message          text NOT NULL,
  UNIQUE (workspace_id, fingerprint)
) WITH (fillfactor = 70);
CREATE INDEX error_group_seen ON runtime.error_group (workspace_id, last_seen_at DESC, id DESC);
CREATE INDEX error_group_state ON runtime.error_group (workspace_id, state);
CREATE INDEX error_group_workflow ON runtime.error_group (workflow_id);
CREATE INDEX error_group_assignee ON runtime.error_group (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX error_group_state_by ON runtime.error_group (state_by) WHERE state_by IS NOT NULL;

-- `version` 0: the draft.
CREATE TABLE runtime.error_group_version (
  group_id      uuid NOT NULL REFERENCES runtime.error_group (id) ON DELETE CASCADE,
  n             bigint NOT NULL,
  first_seen_at timestamptz(3) NOT NULL,
  last_seen_at  timestamptz(3) NOT NULL,
  version       integer NOT NULL,
  PRIMARY KEY (group_id, version)
) WITH (fillfactor = 70);

CREATE TABLE runtime.error_group_tag (
  group_id      uuid NOT NULL REFERENCES runtime.error_group (id) ON DELETE CASCADE,
  n             bigint NOT NULL,
  first_seen_at timestamptz(3) NOT NULL,
  last_seen_at  timestamptz(3) NOT NULL,
  tag           text NOT NULL,
  PRIMARY KEY (group_id, tag)
) WITH (fillfactor = 70);

-- The group of each failed run. A run is in one group, so it is counted once.
CREATE TABLE runtime.error_group_run (
  started_at       timestamptz(3) NOT NULL,
  ended_at         timestamptz(3) NOT NULL,
  log_id           uuid NOT NULL,
  group_id         uuid NOT NULL,
  workflow_version integer,
  PRIMARY KEY (log_id, started_at)
) PARTITION BY RANGE (started_at);
CREATE INDEX error_group_run_of ON runtime.error_group_run (group_id, started_at DESC, log_id DESC);

CREATE TABLE runtime.error_group_comment (
  id          uuid PRIMARY KEY,
  group_id    uuid NOT NULL REFERENCES runtime.error_group (id) ON DELETE CASCADE,
  author_id   uuid REFERENCES "user" (id) ON DELETE SET NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  text        text NOT NULL,
  request_key text NOT NULL,
  UNIQUE (group_id, author_id, request_key)
);
CREATE INDEX error_group_comment_of ON runtime.error_group_comment (group_id, created_at, id);
CREATE INDEX error_group_comment_author ON runtime.error_group_comment (author_id);

-- The months that are there already.
DO $$
DECLARE
  month text;
BEGIN
  FOR month IN
    SELECT right(c.relname, 7) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'runtime.log'::regclass
  LOOP
    PERFORM runtime.ensure_partitions(to_date(month, 'YYYY_MM')::timestamp AT TIME ZONE 'UTC', 1);
  END LOOP;
END $$;
