-- An author's own headers: their names, and sealed a JSON list of their values in the same order. Null: none.
ALTER TABLE "webhook_subscription"
    ADD COLUMN "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "header_values" BYTEA;
