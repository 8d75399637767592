-- CreateEnum
CREATE TYPE "email_proof" AS ENUM ('none', 'operator', 'provider');

-- AlterTable
ALTER TABLE "user" ADD COLUMN "email_proof" "email_proof" NOT NULL DEFAULT 'none';

-- CreateTable
CREATE TABLE "ended_session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "forget_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_reset" (
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "password_reset_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "ended_session_user_id_idx" ON "ended_session"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "password_reset_token_hash_key" ON "password_reset"("token_hash");

-- AddForeignKey
ALTER TABLE "ended_session" ADD CONSTRAINT "ended_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who signs in at GitHub or Google has proven the e-mail. Accounts that an invitation's link made have proven nothing: they joined
-- in the transaction that made them. All others were made by the operator.
UPDATE "user" u SET "email_proof" = CASE
  WHEN EXISTS (SELECT FROM "account" a WHERE a.user_id = u.id) THEN 'provider'
  WHEN EXISTS (
    SELECT FROM "audit_event" e
    WHERE e.action = 'member.joined' AND e.user_id = u.id AND e.created_at < u.created_at + interval '10 seconds'
  ) THEN 'none'
  ELSE 'operator'
END::"email_proof";
