import type { Auth } from '../../auth';
import type { ExecutionContext } from '../../block';
import type { ConnectionToken } from '../../connection-token';
import { accessToken } from './access-token';

/** `refused`: a token that the server turned down; null at first. */
type TokenSource = (refused: string | null) => Promise<ConnectionToken>;

/** Where the access token of a preset comes from: its own credentials, or a connection of the workspace. */
export function tokenSource(
  auth: Extract<Auth, { kind: 'oauth2ClientCredentials' | 'connection' }>,
  { http, signal, now = Date.now, connectionToken }: ExecutionContext,
): TokenSource {
  if (auth.kind === 'oauth2ClientCredentials')
    return async (refused) => {
      const answer = await accessToken(auth, { http, signal, now }, refused);
      return answer.ok ? answer : { ...answer, isBroken: false };
    };
  const connectionId = auth.connectionId.trim();
  return async (refused) =>
    connectionToken === undefined ? NO_CONNECTIONS : connectionToken({ connectionId, refused, signal });
}

const NO_CONNECTIONS: ConnectionToken = {
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
