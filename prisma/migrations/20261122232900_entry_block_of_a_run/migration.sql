-- The block that starts the run, where a trigger's block does; null: the Start block.
ALTER TABLE runtime.execution ADD COLUMN entry_block text;
