import type { SentAuth } from './auth';
import type { BlockError } from './block-error';

/** Which connection a block asks for. */
export interface ConnectionAuthRequest {
  connectionId: string;
  /** An access token of this connection that a server has turned down with 401; null on the first request. */
  refused: string | null;
  signal: AbortSignal;
}

/**
 * What to send for a connection. `accessToken`: of OAuth 2, the one in `auth`, renewed after a 401; null for
 * a stored credential. `isBroken`: only people can mend it, for example by connecting again.
 */
export type ConnectionAuth =
  | { ok: true; auth: SentAuth; accessToken: string | null }
  | { ok: false; error: BlockError; isBroken: boolean };

/** What a connection of the run's workspace gives; a token renewed where needed. Never throws. */
export type ReadConnectionAuth = (request: ConnectionAuthRequest) => Promise<ConnectionAuth>;

/** What a connection would send, with `***` for its secret; null when that isn't known. Never throws. */
export type MaskConnectionAuth = (connectionId: string) => Promise<SentAuth | null>;

/** An access token, which is sent as a bearer token. */
export const authOfToken = (token: string): Extract<ConnectionAuth, { ok: true }> => ({
  ok: true,
  auth: { kind: 'bearer', token },
  accessToken: token,
});
