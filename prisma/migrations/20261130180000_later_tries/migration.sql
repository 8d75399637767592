-- Later tries of whole runs: docs/decisions/later-tries.md. One row for each workflow with such a rule. `tries`: later ones, at most.
-- `waits`: seconds before each of them, the last one repeats. `codes`: the errors that count where `failures` is 'codes'.
CREATE TABLE runtime.retry_rule (
  workflow_id uuid PRIMARY KEY,
  tries       smallint NOT NULL CHECK (tries BETWEEN 1 AND 10),
  waits       integer[] NOT NULL CHECK (cardinality(waits) BETWEEN 1 AND 10),
  failures    text NOT NULL DEFAULT 'all' CHECK (failures IN ('all', 'temporary', 'codes')),
  codes       text[] NOT NULL DEFAULT '{}'
);

-- One row for each later try, written with the log of the run that failed before it. Of a few runs only, so beside the logs.
CREATE TABLE runtime.run_try (
  -- Of the try, whose log may not be there yet.
  log_id             uuid PRIMARY KEY,
  execution_id       uuid NOT NULL,
  workspace_id       uuid NOT NULL,
  -- Of the run that failed before it, and of the one that was tried first.
  of_log_id          uuid NOT NULL,
  first_log_id       uuid NOT NULL,
  first_execution_id uuid NOT NULL,
  -- 2 is the first of the later ones.
  number             smallint NOT NULL,
  -- As many as the rule allowed then, with the first.
  total              smallint NOT NULL,
  due_at             timestamptz(3) NOT NULL,
  -- True once its journal holds what is kept of the run before. `from_block`: the block that it goes on from; null: it begins at the
  -- beginning.
  begun              boolean NOT NULL DEFAULT false,
  from_block         text,
  created_at         timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX run_try_of ON runtime.run_try (of_log_id);
CREATE INDEX run_try_first ON runtime.run_try (first_log_id, number);
CREATE INDEX run_try_workspace ON runtime.run_try (workspace_id, created_at);

-- Of a later try, the execution that was tried first: a sealed input stays sealed for that one.
ALTER TABLE runtime.execution ADD COLUMN first_execution_id uuid;
CREATE INDEX execution_later_try ON runtime.execution (workflow_id) WHERE first_execution_id IS NOT NULL;
