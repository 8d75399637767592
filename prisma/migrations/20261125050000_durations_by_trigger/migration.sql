-- How many runs took how long, of each trigger as well. `trigger` empty: all triggers together.
-- Sums of before know no triggers: the logs kept are added up anew, as after the update that brought the sums.
TRUNCATE runtime.log_rollup, runtime.duration_rollup;
UPDATE runtime.rollup_progress SET seq = 0;

ALTER TABLE runtime.duration_rollup
  ADD COLUMN trigger text NOT NULL,
  DROP CONSTRAINT duration_rollup_pkey,
  ADD PRIMARY KEY (workspace_id, grain, workflow_id, trigger, at, bucket);
