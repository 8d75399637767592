-- Bytes that runs put out, beside their logs: read one at a time, never by a list. An id is of the bytes, so a run keeps
-- the same file once. What the files are called and weigh is in log_payload.files.
CREATE TABLE runtime.log_file (
  started_at timestamptz(3) NOT NULL,
  log_id     uuid NOT NULL,
  id         text NOT NULL,
  data       bytea NOT NULL,
  PRIMARY KEY (log_id, id, started_at)
) PARTITION BY RANGE (started_at);
-- Mostly compressed already; and a stored value is read in slices only when it isn't.
ALTER TABLE runtime.log_file ALTER COLUMN data SET STORAGE EXTERNAL;

-- The months that are there already.
DO $$
DECLARE
  partition text;
BEGIN
  FOR partition IN SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'runtime.log'::regclass LOOP
    PERFORM runtime.ensure_partitions(to_date(right(partition, 7), 'YYYY_MM')::timestamp AT TIME ZONE 'UTC', 1);
  END LOOP;
END $$;
