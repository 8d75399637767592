-- What runs where, for the operator. Null: a process of an older version.
ALTER TABLE runtime.process ADD COLUMN version text, ADD COLUMN host text;
