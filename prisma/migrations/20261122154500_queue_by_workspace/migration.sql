-- The queue is claimed by workspace, and large inputs (from 1 MiB on, LARGE_BYTES) wait in a line of their own: from either index the
-- next workspace with something queued is one probe away, and its oldest execution the next row, however many others wait.
CREATE INDEX execution_small_queue ON runtime.execution (workspace_id, accepted_at, id)
  WHERE state = 'queued' AND octet_length(input) < 1048576;
CREATE INDEX execution_large_queue ON runtime.execution (workspace_id, accepted_at, id)
  WHERE state = 'queued' AND octet_length(input) >= 1048576;
DROP INDEX runtime.execution_queue;
