-- Only runs with one of these tags; empty: whatever tags a run has, and none.
ALTER TABLE "webhook_subscription" ADD COLUMN "tag_filter" TEXT[] DEFAULT ARRAY[]::TEXT[];
