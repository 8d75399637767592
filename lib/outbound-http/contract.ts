/** What callers of the outbound client rely on. Sizes in bytes, times in milliseconds. */

export interface OutboundRequest {
  method: string;
  /** Absolute http(s) URL. */
  url: string;
  headers: Array<[string, string]>;
  body: string | Uint8Array | null;
}

export interface OutboundOptions {
  signal?: AbortSignal;
  attemptTimeoutMs?: number;
  totalTimeoutMs?: number;
  maxResponseBytes?: number;
  maxRedirects?: number;
  retry?: { when: 'always' | 'safe' | 'never'; max: number };
  /** Sent with POST and PATCH unless the author set the header. */
  idempotencyKey?: string;
}

export interface OutboundResponse {
  status: number;
  /** Lowercase names; `set-cookie` is always an array. */
  headers: Record<string, string | string[]>;
  /** Decoded. */
  body: Buffer;
  /** Where the last redirect led. */
  url: string;
  timing: { dnsMs: number; connectMs: number; tlsMs: number; firstByteMs: number; downloadMs: number };
}

export interface OutboundError {
  code: string;
  message: string;
  phase: string;
  retryable: boolean;
  retryAfterMs: number | null;
}

export interface OutboundAttempt {
  status: number | null;
  code: string | null;
  startedAt: string;
  durationMs: number;
  waitMs: number;
}

/** A final status of 400 or more is a response; whether that is a failure is the caller's word. */
export interface OutboundResult {
  response: OutboundResponse | null;
  error: OutboundError | null;
  attempts: OutboundAttempt[];
}

export interface OutboundClient {
  /** Never throws for what a remote does. */
  request(request: OutboundRequest, options?: OutboundOptions): Promise<OutboundResult>;
  close(): Promise<void>;
}
