-- Connections that hold a bearer token, a password or an API key, beside those of OAuth 2. What is sent is sealed in
-- client_secret; columns that a kind doesn't have are null.
ALTER TABLE "connection"
    ALTER COLUMN "authorize_url" DROP NOT NULL,
    ALTER COLUMN "token_url" DROP NOT NULL,
    ALTER COLUMN "client_id" DROP NOT NULL,
    ALTER COLUMN "send_credentials" DROP NOT NULL,
    ALTER COLUMN "scopes" DROP NOT NULL,
    ALTER COLUMN "parameters" DROP NOT NULL,
    ADD COLUMN "username" TEXT,
    ADD COLUMN "key_in" TEXT CHECK ("key_in" IN ('header', 'query')),
    ADD COLUMN "key_name" TEXT,
    DROP CONSTRAINT "connection_kind_check",
    ADD CONSTRAINT "connection_kind_check" CHECK (CASE
        WHEN "kind" IN ('authorizationCode', 'clientCredentials') THEN
            num_nulls("authorize_url", "token_url", "client_id", "send_credentials", "scopes", "parameters") = 0
        WHEN "kind" = 'basic' THEN "username" IS NOT NULL
        WHEN "kind" = 'apiKey' THEN num_nulls("key_in", "key_name") = 0
        ELSE "kind" = 'bearer'
    END);
