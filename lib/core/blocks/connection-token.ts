import type { BlockError } from './block-error';

/** Which token a block asks for. */
export interface ConnectionTokenRequest {
  connectionId: string;
  /** A token of this connection that a server has turned down with 401; null on the first request. */
  refused: string | null;
  signal: AbortSignal;
}

/** `isBroken`: only people can mend it, for example by connecting again. */
export type ConnectionToken =
  | { ok: true; token: string }
  | { ok: false; error: BlockError; isBroken: boolean };

/** The access token of a connection of the run's workspace; renewed where needed. Never throws. */
export type ReadConnectionToken = (request: ConnectionTokenRequest) => Promise<ConnectionToken>;
