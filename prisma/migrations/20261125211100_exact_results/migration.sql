-- What runs hand on where their logs show it masked: docs/decisions/secrets.md. JSON, sealed.
CREATE TABLE runtime.exact_result (
    log_id  uuid        PRIMARY KEY,
    made_at timestamptz NOT NULL DEFAULT now(),
    sealed  bytea       NOT NULL
);
CREATE INDEX exact_result_made ON runtime.exact_result (made_at);

-- What is said in chats is sealed from here on; `content` holds what was said before.
ALTER TABLE runtime.chat_message ALTER COLUMN content DROP NOT NULL;
ALTER TABLE runtime.chat_message ADD COLUMN sealed bytea;
ALTER TABLE runtime.chat_message ADD CONSTRAINT chat_message_said CHECK (num_nonnulls(content, sealed) = 1);
