import { isRetryableStatus } from '../../../../platform/outbound-http/retry-policy';
import type { BlockError, BlockResult } from '../../block';
import type { Sent } from '../../server-wait';
import type { ResolvedApiConfig } from '../config/api-config';

/** Errors without a response that an outage of the server explains. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'DNS_FAILED',
  'CONNECTION_REFUSED',
  'CONNECTION_RESET',
  'HOST_UNREACHABLE',
  'TLS_FAILED',
  'TIMEOUT',
]);
/** The request had no turn in time: its server has asked for a pause, or the line of its rate is too long. */
const NO_TURN = 'RATE_LIMITED';
/** Phases in which no byte of the request has left. */
const NOT_SENT: ReadonlySet<string | undefined> = new Set(['dns', 'connect', 'tls', 'wait']);
const MAY_ACT_TWICE: ReadonlySet<string> = new Set(['POST', 'PATCH']);
/** Statuses with which a server refuses a request before it does anything: too many requests, unavailable. */
const REFUSES: ReadonlySet<number> = new Set([429, 503]);

/**
 * Returns what a result says of its server. A failure is one of the server only if the request may be sent
 * again, by the same rules as for its retries.
 */
export function serverIn(result: BlockResult, config: ResolvedApiConfig, sinceMs: number): Sent['server'] {
  const status = statusIn(result);
  if (status !== null && !isRetryableStatus(status)) return 'answered';
  if (result.ok || !isOutage(result, status) || !mayRepeat(result.error, status, config)) return 'unknown';
  const { code, retryAfterMs = null } = result.error;
  return { code, status, retryAfterMs, sinceMs };
}

const statusIn = ({ output: { status } }: BlockResult): number | null =>
  typeof status === 'number' ? status : null;

function isOutage(
  { error, attempts = [] }: Extract<BlockResult, { ok: false }>,
  status: number | null,
): boolean {
  if (error.code === NO_TURN) return true;
  // Without an attempt it was not the server that failed, but for example that of a token.
  const last = attempts.at(-1);
  if (last === undefined) return false;
  if (status !== null) return true;
  if (!UNREACHABLE.has(error.code)) return false;
  // A request whose response had begun may have taken effect; the total timeout is retryable for nobody.
  return error.retryable === true || (error.phase === 'total' && last.status === null);
}

function mayRepeat(
  { phase }: BlockError,
  status: number | null,
  { method, retry }: ResolvedApiConfig,
): boolean {
  if (retry.when === 'never') return false;
  if (retry.when === 'always' || !MAY_ACT_TWICE.has(method)) return true;
  return status === null ? NOT_SENT.has(phase) : REFUSES.has(status);
}
