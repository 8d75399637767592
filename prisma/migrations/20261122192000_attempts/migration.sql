-- Attempts to guess (passwords, codes) are counted here, so that the number holds over all processes. A bucket that is not full is a row:
-- `full_at` is when it will be, so each attempt moves it on by the time that one more takes to come. The name is hashed: it holds e-mails.
CREATE TABLE runtime.attempt_bucket (
  name bytea PRIMARY KEY,
  burst integer NOT NULL,
  full_at timestamptz NOT NULL,
  granted boolean NOT NULL
);
