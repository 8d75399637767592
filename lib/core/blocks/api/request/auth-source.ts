import type { Auth } from '../../auth';
import type { ExecutionContext } from '../../block';
import { authOfToken, type ConnectionAuth } from '../../connection-auth';
import { accessToken } from './access-token';

/** Fetches the authentication. `refused`: a token that the server rejected; null at first. */
type AuthSource = (refused: string | null) => Promise<ConnectionAuth>;

/** Authentication that has to be fetched before a request can be made. */
export type FetchedAuth = Extract<Auth, { kind: 'oauth2ClientCredentials' | 'connection' }>;

/** Returns the source of an authentication: a token server, or a connection of the workspace. */
export function authSource(
  auth: FetchedAuth,
  { http, signal, now = Date.now, connectionAuth }: ExecutionContext,
): AuthSource {
  if (auth.kind === 'oauth2ClientCredentials')
    return async (refused) => {
      const answer = await accessToken(auth, { http, signal, now }, refused);
      return answer.ok ? authOfToken(answer.token) : { ...answer, isBroken: false };
    };
  const connectionId = auth.connectionId.trim();
  return async (refused) =>
    connectionAuth === undefined ? NO_CONNECTIONS : connectionAuth({ connectionId, refused, signal });
}

const NO_CONNECTIONS: ConnectionAuth = {
  ok: false,
  isBroken: true,
  error: {
    code: 'CONNECTION_NOT_FOUND',
    message: 'There are no connections here.',
    field: 'auth',
    phase: 'auth',
    retryable: false,
    retryAfterMs: null,
  },
};
