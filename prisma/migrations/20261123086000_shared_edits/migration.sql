-- Workflows that several people edit at once: docs/decisions/many-hands.md.

-- A workflow as a Yjs document. `state`: all updates up to `state_seq`. `version`, `name`: of the workflow that
-- the last update led to. `epoch` is another one when the document was begun anew.
CREATE TABLE runtime.workflow_shared (
  workflow_id uuid PRIMARY KEY REFERENCES workflow (id) ON DELETE CASCADE,
  epoch       text NOT NULL,
  seq         bigint NOT NULL,
  version     integer NOT NULL,
  name        text NOT NULL,
  state       bytea NOT NULL,
  state_seq   bigint NOT NULL
) WITH (fillfactor = 50);

-- What came after the state.
CREATE TABLE runtime.workflow_update (
  workflow_id uuid NOT NULL REFERENCES runtime.workflow_shared (workflow_id) ON DELETE CASCADE,
  seq         bigint NOT NULL,
  sealed      bytea NOT NULL,
  PRIMARY KEY (workflow_id, seq)
);

-- Who has a workflow open, one row for each window. Gone after a crash, as they are.
CREATE UNLOGGED TABLE runtime.workflow_presence (
  workflow_id uuid NOT NULL REFERENCES workflow (id) ON DELETE CASCADE,
  client_id   text NOT NULL,
  user_id     uuid NOT NULL,
  place       jsonb NOT NULL,
  seen_at     timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workflow_id, client_id)
) WITH (fillfactor = 50);
CREATE INDEX workflow_presence_seen ON runtime.workflow_presence (seen_at);
