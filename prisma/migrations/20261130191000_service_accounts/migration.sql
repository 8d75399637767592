-- Accounts of programs: they never sign in, and only their API keys act for them.
ALTER TABLE "user" ADD COLUMN "is_service" BOOLEAN NOT NULL DEFAULT false;
