-- What providers of OAuth 2 want differently: docs/decisions/token-servers.md. Null: as before.
ALTER TABLE "connection"
    ADD COLUMN "exchange_parameters" JSONB,
    ADD COLUMN "renewal_parameters" JSONB,
    ADD COLUMN "pkce" TEXT CHECK ("pkce" IN ('automatic', 'always', 'never')),
    ADD COLUMN "expired_answers" JSONB;
