import { open, seal } from '../../platform/encryption/encryption';
import { keyIdOf, NEXT_SEALED, type SealedStore } from '../../platform/encryption/reseal';

export interface Tokens {
  accessToken: string;
  /** Null if the server sent none: a person has to reconnect once the access token expires. */
  refreshToken: string | null;
}

/** The contexts the bytes are bound to: moved to another row or column they don't open. */
const contexts = {
  secret: (connectionId: string) => `connection secret ${connectionId}`,
  tokens: (connectionId: string) => `connection tokens ${connectionId}`,
  verifier: (authorizationId: string) => `connection verifier ${authorizationId}`,
};
type Part = keyof typeof contexts;

const sealPart = (part: Part, id: string, text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(seal(text, contexts[part](id)));

const openPart = (part: Part, id: string, sealed: Uint8Array): string => open(sealed, contexts[part](id));

export const sealClientSecret = (id: string, secret: string) =>
  secret === '' ? null : sealPart('secret', id, secret);
export const openClientSecret = (id: string, sealed: Uint8Array | null): string =>
  sealed === null ? '' : openPart('secret', id, sealed);

export const sealTokens = (id: string, tokens: Tokens) => sealPart('tokens', id, JSON.stringify(tokens));
export const openTokens = (id: string, sealed: Uint8Array): Tokens =>
  JSON.parse(openPart('tokens', id, sealed));

export const sealVerifier = (id: string, verifier: string) => sealPart('verifier', id, verifier);
export const openVerifier = (id: string, sealed: Uint8Array): string => openPart('verifier', id, sealed);

const store = (name: string, table: string, column: string, part: Part): SealedStore => ({
  name,
  select: `SELECT id AS a, '' AS b, '' AS c, ${column} AS sealed FROM ${table}
    WHERE ${keyIdOf(column)} = $1 ${NEXT_SEALED}`,
  update: `UPDATE ${table} SET ${column} = $5
    WHERE id = $1::uuid AND $2 = '' AND $3 = '' AND ${column} = $4`,
  context: ({ a }) => contexts[part](a),
});

export const clientSecretStore = store('secrets of connections', 'connection', 'client_secret', 'secret');
export const tokenStore = store('tokens of connections', 'connection', 'tokens', 'tokens');
export const verifierStore = store(
  'connections being authorized',
  'connection_authorization',
  'verifier',
  'verifier',
);
