-- Documents and collections of other tools that a workspace keeps, for requests to be taken from.
CREATE TABLE "request_library" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "url" TEXT,
    "sealed" BYTEA NOT NULL,
    "entries" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "request_library_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "request_library_workspace_id_idx" ON "request_library"("workspace_id");
ALTER TABLE "request_library" ADD CONSTRAINT "request_library_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
