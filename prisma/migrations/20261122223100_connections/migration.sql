-- Access to other services (OAuth 2) that API blocks use. Secrets and tokens are sealed under ENCRYPTION_KEY.
CREATE TABLE "connection" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL CHECK ("kind" IN ('authorizationCode', 'clientCredentials')),
    "authorize_url" TEXT NOT NULL,
    "token_url" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_secret" BYTEA,
    "send_credentials" TEXT NOT NULL CHECK ("send_credentials" IN ('header', 'body')),
    "scopes" TEXT NOT NULL,
    "parameters" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'disconnected' CHECK ("state" IN ('disconnected', 'connected', 'expired')),
    "tokens" BYTEA,
    "expires_at" TIMESTAMPTZ(3),
    "renew_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "failed_at" TIMESTAMPTZ(3),
    "connected_at" TIMESTAMPTZ(3),
    "connected_by_id" UUID,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "renewal_id" UUID,
    "renewal_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "connection_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "connection_workspace_id_name_key" ON "connection"("workspace_id", "name");

ALTER TABLE "connection" ADD CONSTRAINT "connection_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "connection" ADD CONSTRAINT "connection_connected_by_id_fkey" FOREIGN KEY ("connected_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Somebody who was sent to a provider to authorize a connection, until they come back.
CREATE TABLE "connection_authorization" (
    "id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "verifier" BYTEA NOT NULL,
    "revision" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connection_authorization_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "connection_authorization_connection_id_user_id_key" ON "connection_authorization"("connection_id", "user_id");

ALTER TABLE "connection_authorization" ADD CONSTRAINT "connection_authorization_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "connection_authorization" ADD CONSTRAINT "connection_authorization_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
