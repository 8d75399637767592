-- What a workspace itself pays for a model, in USD per million tokens; comes before the public price table.
CREATE TABLE "model_price" (
    "workspace_id" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "input" DOUBLE PRECISION NOT NULL,
    "cache_read" DOUBLE PRECISION NOT NULL,
    "cache_write" DOUBLE PRECISION NOT NULL,
    "output" DOUBLE PRECISION NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_price_pkey" PRIMARY KEY ("workspace_id","model")
);

ALTER TABLE "model_price" ADD CONSTRAINT "model_price_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
