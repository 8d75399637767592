-- AlterTable
ALTER TABLE "user" ADD COLUMN     "custom_limits" JSONB;

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "rotated_at" TIMESTAMPTZ(3);

-- One window for each kind of call that a plan limits: 'sync' and 'async' executions, and now 'logs'.
ALTER TABLE runtime.execution_window RENAME TO rate_window;
ALTER TABLE runtime.rate_window RENAME COLUMN mode TO kind;
ALTER INDEX runtime.execution_window_pkey RENAME TO rate_window_pkey;
