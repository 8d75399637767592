-- When "Verify my receiver" was last tried with this URL and secret, and what it found; null: nothing wrong.
ALTER TABLE "webhook_subscription"
    ADD COLUMN "verified_at" TIMESTAMPTZ(3),
    ADD COLUMN "verify_problem" TEXT;
