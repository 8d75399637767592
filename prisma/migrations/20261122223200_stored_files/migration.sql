-- Bytes too large to be a value of a run, stored as they come. A file belongs to the log of its run; runs that call each
-- other share theirs (root_id). size is null until the whole file is there; until then it takes the room it may need.
CREATE TABLE runtime.stored_file (
  id             uuid PRIMARY KEY,
  workspace_id   uuid NOT NULL,
  root_id        uuid NOT NULL,
  execution_id   uuid NOT NULL,
  log_id         uuid NOT NULL,
  name           text NOT NULL,
  content_type   text,
  reserved_bytes bigint NOT NULL,
  size           bigint,
  sha256         bytea,
  holds_secret   boolean NOT NULL DEFAULT false,
  created_at     timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX stored_file_workspace ON runtime.stored_file (workspace_id);
CREATE INDEX stored_file_root ON runtime.stored_file (root_id);
CREATE INDEX stored_file_log ON runtime.stored_file (log_id);

CREATE TABLE runtime.stored_file_chunk (
  file_id uuid NOT NULL REFERENCES runtime.stored_file (id) ON DELETE CASCADE,
  place   integer NOT NULL,
  data    bytea NOT NULL,
  PRIMARY KEY (file_id, place)
);
-- Mostly compressed already.
ALTER TABLE runtime.stored_file_chunk ALTER COLUMN data SET STORAGE EXTERNAL;
