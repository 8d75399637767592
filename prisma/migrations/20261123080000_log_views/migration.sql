-- Filters of the logs page that somebody saved under a name.
CREATE TABLE "log_view" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "search" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "log_view_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "log_view_workspace_id_idx" ON "log_view"("workspace_id");
CREATE INDEX "log_view_user_id_idx" ON "log_view"("user_id");
ALTER TABLE "log_view" ADD CONSTRAINT "log_view_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "log_view" ADD CONSTRAINT "log_view_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
