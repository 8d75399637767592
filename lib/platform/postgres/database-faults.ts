/**
 * The effect of a database error: `not-done`: the database is not available and has done nothing;
 * `maybe-done`: the connection was lost, so that the statement may have been executed. Null is any other
 * fault.
 */
export type DatabaseFault = 'not-done' | 'maybe-done';

// Out of disk, memory or connections (53), read-only after a failover (25006), starting (57P03), refused
// before anything was sent.
const NOT_DONE = /^(53...|25006|57P03|58030|08001|08004|P1001|P1002|P2024|ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/;
const MAYBE_DONE =
  /^(08...|57P0[1245]|P1008|P1017|P2028|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/;
const NOT_DONE_KINDS = new Set(['DatabaseNotReachable', 'TooManyConnections']);
const MAYBE_DONE_KINDS = new Set(['ConnectionClosed', 'SocketTimeout']);
// The driver has no codes for these.
const NOT_DONE_WORDS = /timeout exceeded when trying to connect|due to connection timeout/i;
const MAYBE_DONE_WORDS =
  /connection terminated|query read timeout|connection error and is not queryable|client was closed/i;
/** Serialization failure or deadlock: rolled back, and worth an immediate retry. */
const CONFLICT = /^(40001|40P01)$/;
const MAX_DEPTH = 5;

interface Details {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

/** Classifies an error, looking through the wrappers of Prisma and others. */
export function databaseFault(error: unknown, depth = 0): DatabaseFault | null {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return null;
  const { code, originalCode, kind, message, cause, meta } = error as Details;
  const codes = [code, originalCode].filter((one) => typeof one === 'string');
  const words = typeof message === 'string' ? message : '';
  if (
    codes.some((one) => NOT_DONE.test(one)) ||
    NOT_DONE_KINDS.has(String(kind)) ||
    NOT_DONE_WORDS.test(words)
  )
    return 'not-done';
  if (
    codes.some((one) => MAYBE_DONE.test(one)) ||
    MAYBE_DONE_KINDS.has(String(kind)) ||
    MAYBE_DONE_WORDS.test(words)
  )
    return 'maybe-done';
  return databaseFault(cause, depth + 1) ?? databaseFault(meta?.driverAdapterError, depth + 1);
}

// The server's own statement timeout, and the clients' errors when no response came within theirs.
const TOO_SLOW = /^(57014|P1008)$/;
const TOO_SLOW_WORDS = /query read timeout/i;

/**
 * Returns true if a statement timed out. That alone doesn't mean that the database is not available: it may
 * respond to everybody else.
 */
export function isTooSlow(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
  const { code, originalCode, kind, message, cause, meta } = error as Details;
  return (
    [code, originalCode].some((one) => typeof one === 'string' && TOO_SLOW.test(one)) ||
    kind === 'SocketTimeout' ||
    (typeof message === 'string' && TOO_SLOW_WORDS.test(message)) ||
    isTooSlow(cause, depth + 1) ||
    isTooSlow(meta?.driverAdapterError, depth + 1)
  );
}

/** A statement that takes too long while the database responds on another connection: its own fault. */
export class StatementTooSlow extends Error {
  override readonly name = 'StatementTooSlow';
}

export const isConflict = (error: unknown): boolean => CONFLICT.test(codeOf(error));

/**
 * Returns true for Postgres's classes of bad data, violated constraints and values that are too large: the
 * statement was rolled back.
 */
export const isDataFault = (error: unknown): boolean => /^(22|23|54)/.test(codeOf(error));

// Strings and buffers have a maximum size in this process, and values in Postgres's memory.
const TOO_LARGE = /^(ERR_STRING_TOO_LONG|ERR_BUFFER_TOO_LARGE|ERR_OUT_OF_RANGE|ERR_INVALID_ARG_VALUE)$/;
const TOO_LARGE_WORDS =
  /invalid string length|array buffer allocation failed|invalid memory alloc request size/i;

/** Returns true if a statement failed because of its data, and nothing of it was done. */
export function isStatementsFault(error: unknown): boolean {
  if (error instanceof StatementTooSlow || isDataFault(error)) return true;
  return error instanceof Error && (TOO_LARGE.test(codeOf(error)) || TOO_LARGE_WORDS.test(error.message));
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');
