-- Where a key may be used from, and for which workflows; empty: from everywhere, for all.
ALTER TABLE "api_key" ADD COLUMN "addresses" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "workflow_ids" UUID[] DEFAULT ARRAY[]::UUID[];
