-- Servers that runs wait for: docs/decisions/server-outages.md. `failures`: sets of attempts that failed in a row; with none, what waits
-- goes on. `next_at`: when the next probe, or the next step of a release, is due. `probe_id`: the wait whose run is the probe under way,
-- since `probed_at`; `last_probe_id`: the last that was one. `answered_at`: its last answer. `batch`: runs of the next step of a release.
-- The foreign key takes an outage that begins while its workspace is being deleted.
CREATE TABLE runtime.server_outage (
  id            uuid PRIMARY KEY,
  workspace_id  uuid NOT NULL REFERENCES workspace (id) ON DELETE CASCADE,
  origin        text NOT NULL,
  state         text NOT NULL DEFAULT 'suspected' CHECK (state IN ('suspected', 'away', 'returning')),
  since         timestamptz(3) NOT NULL,
  failures      integer NOT NULL DEFAULT 1,
  code          text NOT NULL,
  status        integer,
  probes        integer NOT NULL DEFAULT 0,
  probe_id      uuid,
  probed_at     timestamptz(3),
  last_probe_id uuid,
  answered_at   timestamptz(3),
  per_second    float8 CHECK (per_second > 0),
  batch         integer NOT NULL DEFAULT 1,
  is_full       boolean NOT NULL DEFAULT false,
  next_at       timestamptz NOT NULL
);
CREATE UNIQUE INDEX server_outage_origin ON runtime.server_outage (workspace_id, origin);
CREATE INDEX server_outage_next ON runtime.server_outage (next_at);

-- `outage_id`: the server that a block waits for. `server_end`: why that wait ended. `rejections`: how often its block failed while the
-- server answered others.
ALTER TABLE runtime.execution_wait
  ADD COLUMN outage_id  uuid,
  ADD COLUMN server_end text CHECK (server_end IN ('probe', 'back', 'due', 'ended')),
  ADD COLUMN rejections smallint NOT NULL DEFAULT 0;
CREATE INDEX execution_wait_outage ON runtime.execution_wait (outage_id, id)
  WHERE outage_id IS NOT NULL AND answered_at IS NULL;
