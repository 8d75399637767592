-- Variables have a value for drafts and one for live versions: docs/decisions/environments.md.
-- Null: live versions use the value of drafts, as all variables did so far.
ALTER TABLE "variable" ADD COLUMN "live_ciphertext" BYTEA;

-- Whose values a run uses, and the runs that it calls. Runs under way were accepted when both were the same.
ALTER TABLE runtime.execution ADD COLUMN environment text NOT NULL DEFAULT 'live'
    CHECK (environment IN ('draft', 'live'));
