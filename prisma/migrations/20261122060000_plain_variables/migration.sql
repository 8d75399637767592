-- Variables that are no secrets: shown to whoever may read the workspace, and not masked in logs. All there are stay secrets.
ALTER TABLE "variable" ADD COLUMN "plain" BOOLEAN NOT NULL DEFAULT false;
