-- How many runs of a workflow go on at once: docs/decisions/runs-at-once.md. One row for each workflow that has such rules.
CREATE TABLE runtime.run_limit (
  workflow_id      uuid PRIMARY KEY,
  at_once          integer CHECK (at_once > 0),
  per_key          integer CHECK (per_key > 0),
  key              text,
  beyond           text NOT NULL DEFAULT 'wait' CHECK (beyond IN ('wait', 'replace', 'skip', 'refuse')),
  debounce_seconds integer CHECK (debounce_seconds > 0),
  debounce_inputs  text NOT NULL DEFAULT 'last' CHECK (debounce_inputs IN ('last', 'all')),
  CHECK (per_key IS NULL OR key IS NOT NULL)
);

-- The order in which starts line up: a clock's milliseconds are the same for several, and differ between machines.
CREATE SEQUENCE runtime.turn_order;

-- `waiting` runs wait for their turn, `delayed` ones for their time; no process holds either, and they stand in neither line of the
-- queue. `turn_key`: '=' and the value of the key, empty where it has none. `turn_at`: since when it counts among the runs at once.
-- `waiter`: the process in which a caller waits for the turn. `debounced`: the starts that became this run; `debounced_inputs`: JSON
-- of theirs, separated by commas, where all are kept.
ALTER TABLE runtime.execution
  ADD COLUMN turn_key         text NOT NULL DEFAULT '',
  ADD COLUMN turn_order       bigint,
  ADD COLUMN turn_at          timestamptz(3),
  ADD COLUMN waiter           uuid,
  ADD COLUMN start_at         timestamptz(3),
  ADD COLUMN expires_at       timestamptz(3),
  ADD COLUMN priority         smallint NOT NULL DEFAULT 0,
  ADD COLUMN debounced        integer,
  ADD COLUMN debounced_inputs text,
  ADD COLUMN end_reason       text CHECK (end_reason IN ('replaced', 'skipped')),
  DROP CONSTRAINT execution_state_check,
  ADD CONSTRAINT execution_state_check
    CHECK (state IN ('queued', 'running', 'parked', 'held', 'waiting', 'delayed')),
  ADD CONSTRAINT execution_delay_check CHECK (state <> 'delayed' OR start_at IS NOT NULL);

CREATE INDEX execution_waiting ON runtime.execution (workflow_id, turn_key, priority DESC, turn_order)
  WHERE state = 'waiting';
CREATE INDEX execution_turn ON runtime.execution (workflow_id, turn_key) WHERE turn_at IS NOT NULL;
CREATE INDEX execution_delayed ON runtime.execution (start_at) WHERE state = 'delayed';
CREATE INDEX execution_debounced ON runtime.execution (workflow_id, turn_key)
  WHERE state = 'delayed' AND debounced IS NOT NULL;
CREATE INDEX execution_expiring ON runtime.execution (expires_at)
  WHERE expires_at IS NOT NULL AND state IN ('delayed', 'waiting', 'held');

-- A higher priority goes first in the queue of its workspace.
DROP INDEX runtime.execution_small_queue;
DROP INDEX runtime.execution_large_queue;
CREATE INDEX execution_small_queue ON runtime.execution (workspace_id, priority DESC, accepted_at, id)
  WHERE state = 'queued' AND octet_length(input) < 1048576;
CREATE INDEX execution_large_queue ON runtime.execution (workspace_id, priority DESC, accepted_at, id)
  WHERE state = 'queued' AND octet_length(input) >= 1048576;
