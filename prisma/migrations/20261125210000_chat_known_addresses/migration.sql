-- Addresses from which the right password of a chat came: what others guess there doesn't shut them out. The name is a
-- hash of the chat's address and the caller's.
CREATE TABLE runtime.chat_known_address (
  name bytea PRIMARY KEY,
  known_until timestamptz NOT NULL
);
CREATE INDEX chat_known_address_age ON runtime.chat_known_address (known_until);
