-- What no person did, but the product by itself: docs/decisions/audit.md.
ALTER TABLE "audit_event" ALTER COLUMN "user_id" DROP NOT NULL;
ALTER TABLE "audit_event" ADD COLUMN "actor" TEXT NOT NULL DEFAULT 'user';
UPDATE "audit_event" SET "actor" = 'apiKey' WHERE "detail" ? 'byApiKey';
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_actor_check" CHECK (
    "actor" IN ('user', 'apiKey', 'system') AND ("actor" = 'system') = ("user_id" IS NULL)
);
