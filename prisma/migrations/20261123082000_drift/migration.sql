-- What answers of other servers look like, learnt from logs: docs/decisions/drift.md.

-- How far a workspace's logs have been learnt from, in numbers of its feed.
CREATE TABLE runtime.drift_progress (
  workspace_id uuid PRIMARY KEY,
  seq          bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- One row for each request: a block as it is set up, run as a draft or live. `request`: a hash of what decides about its answers.
-- `profile`: counts by path as JSON, no values. `changes`: how many of its trials are found to be changes.
CREATE TABLE runtime.answer_profile (
  workspace_id uuid NOT NULL,
  workflow_id  uuid NOT NULL,
  seen_at      timestamptz(3) NOT NULL,
  answers      integer NOT NULL,
  changes      integer NOT NULL,
  block_id     text NOT NULL,
  block_name   text NOT NULL,
  request      text NOT NULL,
  environment  text NOT NULL CHECK (environment IN ('draft', 'live')),
  profile      text NOT NULL,
  PRIMARY KEY (workflow_id, block_id, request)
) WITH (fillfactor = 70);
CREATE INDEX answer_profile_workspace ON runtime.answer_profile (workspace_id, seen_at);
CREATE INDEX answer_profile_seen ON runtime.answer_profile (seen_at);
