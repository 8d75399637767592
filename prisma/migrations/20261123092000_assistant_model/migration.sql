-- The model that proposes changes of workflows and explains errors; a workspace without one has no assistant.
CREATE TABLE "assistant_model" (
    "workspace_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "base_url" TEXT NOT NULL,
    "key_variable" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "assistant_model_pkey" PRIMARY KEY ("workspace_id")
);
ALTER TABLE "assistant_model" ADD CONSTRAINT "assistant_model_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
