-- Who reads an address: docs/decisions/accounts.md, alerts.md.
ALTER TYPE "email_proof" ADD VALUE 'mail';

-- Set where the link went to the address by e-mail and was shown to nobody else.
ALTER TABLE "invitation" ADD COLUMN "mailed_at" TIMESTAMPTZ(3);

CREATE TABLE "email_verification" (
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_verification_pkey" PRIMARY KEY ("user_id")
);
CREATE UNIQUE INDEX "email_verification_token_hash_key" ON "email_verification"("token_hash");
ALTER TABLE "email_verification" ADD CONSTRAINT "email_verification_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "alert_recipient" (
    "workspace_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "asked_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alert_recipient_pkey" PRIMARY KEY ("workspace_id", "email")
);
CREATE UNIQUE INDEX "alert_recipient_token_hash_key" ON "alert_recipient"("token_hash");
ALTER TABLE "alert_recipient" ADD CONSTRAINT "alert_recipient_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
