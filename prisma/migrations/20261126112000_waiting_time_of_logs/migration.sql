-- How long a run only waited, for a time or an answer: docs/decisions/wait.md. It is a part of `duration_ms`.
ALTER TABLE runtime.log ADD COLUMN waited_ms integer NOT NULL DEFAULT 0;

-- How many runs worked for how long and, of those that waited, how many waited for how long.
-- Sums of before know no kinds: the logs kept are added up anew, as after the update that brought the sums.
TRUNCATE runtime.log_rollup, runtime.duration_rollup;
UPDATE runtime.rollup_progress SET seq = 0;

ALTER TABLE runtime.duration_rollup
  ADD COLUMN kind text NOT NULL CHECK (kind IN ('working', 'waiting')),
  DROP CONSTRAINT duration_rollup_pkey,
  ADD PRIMARY KEY (workspace_id, grain, workflow_id, trigger, at, kind, bucket);
