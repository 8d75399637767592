-- A log names the runs that repeat it.
CREATE INDEX repeated_run_of ON runtime.repeated_run (of_log_id, created_at DESC);
