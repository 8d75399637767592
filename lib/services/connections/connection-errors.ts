import type { BlockError } from '../../core/blocks/block-error';

const error = (code: string, message: string, retryable = false): BlockError => ({
  code,
  message,
  field: 'auth',
  phase: 'auth',
  retryable,
  retryAfterMs: null,
});

/** Returns the same error for a missing connection and one of another workspace. */
export const connectionNotFound = (): BlockError =>
  error('CONNECTION_NOT_FOUND', 'This workspace has no such connection. Choose another one in the block.');

export const notConnected = (name: string): BlockError =>
  error('CONNECTION_NOT_CONNECTED', `"${name}" is not connected. Connect it under Settings → Connections.`);

export const noSecret = (name: string): BlockError =>
  error('CONNECTION_NOT_CONNECTED', `"${name}" has no secret. Enter it under Settings → Connections.`);

/** `reason` is a complete sentence. */
export const connectionExpired = (name: string, reason: string | null): BlockError =>
  error(
    'CONNECTION_EXPIRED',
    [`"${name}" needs to be connected again under Settings → Connections.`, reason ?? ''].join(' ').trim(),
  );

export const tokenFailed = (message: string): BlockError => error('OAUTH_TOKEN_FAILED', message, true);

export const connectionsUnreadable = (): BlockError =>
  error('CONNECTION_UNAVAILABLE', 'The connection could not be read: the database did not answer.', true);

export const cancelled = (): BlockError => ({
  code: 'CANCELLED',
  message: 'The request was cancelled because the run was.',
  phase: 'cancelled',
  retryable: false,
  retryAfterMs: null,
});
