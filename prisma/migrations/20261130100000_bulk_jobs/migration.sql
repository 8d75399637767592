-- Work on many runs at a time: docs/decisions/bulk.md. `selection` is what was asked for; its runs become items, a page
-- at a time up to `selection_cursor`, until `is_selected`. A process works on a job under `lease_token`; whatever takes
-- the job from it clears the token, and a step that has lost it changes nothing.
CREATE TABLE runtime.bulk_job (
  id                 uuid PRIMARY KEY,
  workspace_id       uuid NOT NULL REFERENCES workspace (id) ON DELETE CASCADE,
  created_by         uuid NOT NULL,
  key_id             uuid,
  kind               text NOT NULL CHECK (kind IN ('run-again', 'replay', 'delete', 'cancel')),
  -- JSON of a `ReplayVersion`; null where no workflow runs.
  version            jsonb,
  selection          jsonb NOT NULL,
  selection_cursor   text,
  is_selected        boolean NOT NULL DEFAULT false,
  discard_deliveries boolean NOT NULL DEFAULT false,
  per_second         integer NOT NULL CHECK (per_second > 0),
  state              text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'paused', 'stopped', 'finished')),
  -- Runs that matched when it was made, items that there are, and items that have ended.
  matching           integer NOT NULL,
  total              integer NOT NULL DEFAULT 0,
  done               integer NOT NULL DEFAULT 0,
  problem            text,
  next_at            timestamptz NOT NULL DEFAULT now(),
  lease_token        uuid,
  lease_owner        uuid,
  leased_at          timestamptz,
  created_at         timestamptz(3) NOT NULL DEFAULT now(),
  finished_at        timestamptz(3),
  CHECK ((lease_token IS NULL) = (leased_at IS NULL)),
  CHECK ((state IN ('stopped', 'finished')) = (finished_at IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX bulk_job_due ON runtime.bulk_job (next_at) WHERE state = 'running';
CREATE INDEX bulk_job_of_workspace ON runtime.bulk_job (workspace_id, created_at DESC, id DESC);
CREATE INDEX bulk_job_age ON runtime.bulk_job (finished_at) WHERE finished_at IS NOT NULL;

-- A run of a job: its log, or the execution to cancel. `outcome` null: it is still to be done. Deleting a run empties
-- the ids that name it.
CREATE TABLE runtime.bulk_item (
  job_id           uuid NOT NULL REFERENCES runtime.bulk_job (id) ON DELETE CASCADE,
  place            integer NOT NULL,
  log_id           uuid,
  execution_id     uuid,
  new_log_id       uuid,
  new_execution_id uuid,
  outcome          text,
  -- Of a replay: the block that decides, and what the run would otherwise come to.
  block_id         text,
  block_name       text,
  code             text,
  otherwise        text,
  may_differ       boolean NOT NULL DEFAULT false,
  message          text,
  PRIMARY KEY (job_id, place)
);
CREATE UNIQUE INDEX bulk_item_once ON runtime.bulk_item (job_id, log_id, execution_id) NULLS NOT DISTINCT
  WHERE log_id IS NOT NULL OR execution_id IS NOT NULL;
CREATE INDEX bulk_item_waiting ON runtime.bulk_item (job_id, place) WHERE outcome IS NULL;
CREATE INDEX bulk_item_outcome ON runtime.bulk_item (job_id, outcome, place);
CREATE INDEX bulk_item_log ON runtime.bulk_item (log_id) WHERE log_id IS NOT NULL;
CREATE INDEX bulk_item_new_log ON runtime.bulk_item (new_log_id) WHERE new_log_id IS NOT NULL;
CREATE INDEX bulk_item_execution ON runtime.bulk_item (execution_id) WHERE execution_id IS NOT NULL;
