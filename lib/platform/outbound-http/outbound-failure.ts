import type { OutboundError } from './contract';

/** Stable codes; authors branch on them and logs store them. */
export type OutboundErrorCode =
  | 'URL_INVALID'
  | 'METHOD_INVALID'
  | 'HEADER_FORBIDDEN'
  | 'HEADER_INVALID'
  | 'REQUEST_TOO_LARGE'
  | 'FILE_UNAVAILABLE'
  | 'FILE_LIMIT'
  | 'ADDRESS_NOT_ALLOWED'
  | 'DNS_FAILED'
  | 'CONNECTION_REFUSED'
  | 'CONNECTION_RESET'
  | 'HOST_UNREACHABLE'
  | 'TLS_FAILED'
  | 'TIMEOUT'
  | 'CANCELLED'
  | 'RATE_LIMITED'
  | 'TOO_MANY_REDIRECTS'
  | 'REDIRECT_REFUSED'
  | 'RESPONSE_TOO_LARGE'
  | 'RESPONSE_INVALID'
  | 'HEADERS_TOO_LARGE'
  | 'DECODE_FAILED';

/** The phase in which the request failed. `attempt` and `total` name the timeout that expired. */
export type OutboundPhase =
  | 'request'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'response'
  | 'redirect'
  | 'decode'
  | 'attempt'
  | 'idle'
  | 'total'
  | 'wait'
  | 'cancelled';

const RETRYABLE: ReadonlySet<OutboundErrorCode> = new Set([
  'DNS_FAILED',
  'CONNECTION_REFUSED',
  'CONNECTION_RESET',
  'HOST_UNREACHABLE',
  'TLS_FAILED',
  'TIMEOUT',
]);

/** A request without a usable response. The message is for the author of a workflow and names a remedy. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure';
  /** The status of the response before it failed, if any. */
  status: number | null = null;
  /** True if any part of a response was received, even part of its first line. */
  isAnswerBegun = false;

  constructor(
    readonly code: OutboundErrorCode,
    message: string,
    readonly phase: OutboundPhase,
    cause?: unknown,
  ) {
    super(message, { cause });
  }

  get retryable(): boolean {
    return RETRYABLE.has(this.code) && this.phase !== 'total';
  }

  /** True if no byte of the request left this machine. */
  get neverSent(): boolean {
    return this.phase === 'dns' || this.phase === 'connect' || this.phase === 'tls';
  }
}

/** Returns the failure as plain data. */
export function toError({ code, message, phase, retryable }: OutboundFailure): OutboundError {
  return { code, message, phase, retryable, retryAfterMs: null };
}
