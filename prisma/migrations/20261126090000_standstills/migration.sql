-- How often an event loop stood still while the execution had it: docs/decisions/loops-that-stand-still.md.
ALTER TABLE runtime.execution ADD COLUMN standstills smallint NOT NULL DEFAULT 0;
