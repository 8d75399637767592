import { pool } from '../../platform/postgres/db';
import type { Connection, CredentialSettings } from './schema';
import { openClientSecret, openTokens, type Tokens } from './sealed-connections';
import type { TokenSettings } from './token-question';

interface KnownConnection {
  id: string;
  workspaceId: string;
  name: string;
  state: Connection['state'];
  lastError: string | null;
  failedAtMs: number | null;
  revision: number;
}

/** A stored credential, sent as it is. */
export interface CredentialConnection extends KnownConnection {
  sends: CredentialSettings;
  /** Empty when it has none. */
  secret: string;
}

export interface OAuthConnection extends KnownConnection {
  settings: TokenSettings;
  /** Null unless connected. */
  tokens: Tokens | null;
  /** Null for a token that is used until it is refused. */
  expiresAtMs: number | null;
  renewAtMs: number | null;
}

/** A connection with its secrets opened, for runs and renewals. */
export type StoredConnection = OAuthConnection | CredentialConnection;

export const isOAuth = (connection: StoredConnection): connection is OAuthConnection =>
  'settings' in connection;

/** Columns of other kinds are null. */
type Row = RowOf<OAuthRow> | RowOf<{ kind: 'bearer' }> | RowOf<BasicRow> | RowOf<KeyRow>;

interface BasicRow {
  kind: 'basic';
  username: string;
}

interface KeyRow {
  kind: 'apiKey';
  key_in: 'header' | 'query';
  key_name: string;
}

interface OAuthRow {
  kind: TokenSettings['kind'];
  token_url: string;
  client_id: string;
  send_credentials: TokenSettings['sendCredentials'];
  scopes: string;
  parameters: TokenSettings['parameters'];
  exchange_parameters: TokenSettings['exchangeParameters'] | null;
  renewal_parameters: TokenSettings['renewalParameters'] | null;
  pkce: TokenSettings['pkce'] | null;
  expired_answers: TokenSettings['expiredAnswers'] | null;
  tokens: Buffer | null;
  expires_at: Date | null;
  renew_at: Date | null;
}

type RowOf<Kind> = Kind & {
  id: string;
  workspace_id: string;
  name: string;
  client_secret: Buffer | null;
  state: Connection['state'];
  last_error: string | null;
  failed_at: Date | null;
  revision: number;
};

const COLUMNS = `id, workspace_id, name, kind, token_url, client_id, client_secret, send_credentials, scopes,
  parameters, exchange_parameters, renewal_parameters, pkce, expired_answers, username, key_in, key_name, state,
  tokens, expires_at, renew_at, last_error, failed_at, revision`;

/** The time one process alone may renew a token: longer than the timeout of a token server. */
const RENEWAL_SECONDS = 60;

export async function loadConnection(id: string): Promise<StoredConnection | null> {
  const { rows } = await pool().query<Row>({
    name: 'read-connection',
    text: `SELECT ${COLUMNS} FROM connection WHERE id = $1`,
    values: [id],
  });
  return rows[0] === undefined ? null : openRow(rows[0]);
}

/**
 * Makes this caller the only one that renews the token of that revision; null when another one does, or the
 * connection has changed. No database connection is held meanwhile; a process that dies loses the claim
 * after a minute.
 */
export async function claimRenewal(
  { id, revision }: Pick<StoredConnection, 'id' | 'revision'>,
  renewalId: string,
): Promise<OAuthConnection | null> {
  const { rows } = await pool().query<RowOf<OAuthRow>>({
    name: 'claim-renewal',
    text: `UPDATE connection SET renewal_id = $3, renewal_until = now() + interval '${RENEWAL_SECONDS} s'
      WHERE id = $1 AND revision = $2 AND (renewal_until IS NULL OR renewal_until < now())
      RETURNING ${COLUMNS}`,
    values: [id, revision, renewalId],
  });
  return rows[0] === undefined ? null : openOAuth(rows[0]);
}

function openRow(row: Row): StoredConnection {
  switch (row.kind) {
    case 'authorizationCode':
    case 'clientCredentials':
      return openOAuth(row);
    case 'bearer':
      return openCredential(row, { name: row.name, kind: row.kind });
    case 'basic':
      return openCredential(row, { name: row.name, kind: row.kind, username: row.username });
    case 'apiKey':
      return openCredential(row, { name: row.name, kind: row.kind, in: row.key_in, keyName: row.key_name });
  }
}

const openCredential = (row: Row, sends: CredentialSettings): CredentialConnection => ({
  ...knownOf(row),
  sends,
  secret: openClientSecret(row.id, row.client_secret),
});

function openOAuth(row: RowOf<OAuthRow>): OAuthConnection {
  const { id, kind, scopes, parameters } = row;
  return {
    ...knownOf(row),
    settings: {
      kind,
      scopes,
      parameters,
      exchangeParameters: row.exchange_parameters ?? [],
      renewalParameters: row.renewal_parameters ?? [],
      pkce: row.pkce ?? 'automatic',
      expiredAnswers: row.expired_answers ?? [],
      tokenUrl: row.token_url,
      clientId: row.client_id,
      clientSecret: openClientSecret(id, row.client_secret),
      sendCredentials: row.send_credentials,
    },
    tokens: row.tokens === null ? null : openTokens(id, row.tokens),
    expiresAtMs: row.expires_at?.getTime() ?? null,
    renewAtMs: row.renew_at?.getTime() ?? null,
  };
}

const knownOf = (row: Row): KnownConnection => ({
  id: row.id,
  workspaceId: row.workspace_id,
  name: row.name,
  state: row.state,
  revision: row.revision,
  lastError: row.last_error,
  failedAtMs: row.failed_at?.getTime() ?? null,
});
