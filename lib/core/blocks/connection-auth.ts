import type { SentAuth } from './auth';
import type { BlockError } from './block-error';

/** The connection that a block asks for. */
export interface ConnectionAuthRequest {
  connectionId: string;
  /** An access token of this connection that a server rejected; null on the first request. */
  refused: string | null;
  signal: AbortSignal;
}

/** `text`: what the response’s body holds; empty for any body. */
export interface ExpiredAnswer {
  status: number;
  text: string;
}

/**
 * The authentication of a connection. `accessToken`: for OAuth 2, the token in `auth`, renewed after a
 * server rejected it; null for a stored credential. `isBroken`: only people can repair it, for example by reconnecting.
 */
export type ConnectionAuth =
  | {
      ok: true;
      auth: SentAuth;
      accessToken: string | null;
      /** Responses besides 401 that mean that the token has expired; absent: none. */
      expiredAnswers?: readonly ExpiredAnswer[];
    }
  | { ok: false; error: BlockError; isBroken: boolean };

/** Returns the authentication of a connection of the run's workspace, with a renewed token. Never throws. */
export type ReadConnectionAuth = (request: ConnectionAuthRequest) => Promise<ConnectionAuth>;

/** Returns what a connection would send, with `***` for its secret; null if unknown. Never throws. */
export type MaskConnectionAuth = (connectionId: string) => Promise<SentAuth | null>;

/** Wraps an access token, which is sent as a bearer token. */
export const authOfToken = (token: string): Extract<ConnectionAuth, { ok: true }> => ({
  ok: true,
  auth: { kind: 'bearer', token },
  accessToken: token,
});
