/** What callers of the outbound client rely on. Sizes in bytes, times in milliseconds. */

export interface OutboundRequest {
  method: string;
  /** Absolute http(s) URL. */
  url: string;
  headers: Array<[string, string]>;
  body: string | Uint8Array | PartedBody | null;
}

/** A body with files in it, read from `OutboundOptions.files` as it is sent, anew for each attempt. */
export interface PartedBody {
  parts: ReadonlyArray<Uint8Array | StoredFile>;
}

/** A file that `FileStore` holds. */
export interface StoredFile {
  id: string;
  size: number;
}

/** Where bodies are kept that are too large for memory. */
export interface FileStore {
  /** Rejects with an `OutboundFailure` when there is no room. */
  create(file: NewFile): Promise<FileWriter>;
  /** Throws an `OutboundFailure` unless it is there, whole and of that size. */
  read(file: StoredFile): AsyncIterable<Uint8Array>;
}

export interface NewFile extends FileDescription {
  /** What the file will have at most. */
  maxBytes: number;
  holdsSecret: (text: string) => boolean;
}

export interface FileDescription {
  name: string;
  contentType: string | null;
}

export interface FileWriter {
  write(chunk: Uint8Array): Promise<void>;
  finish(): Promise<KeptFile>;
  /** Gives the room back. Never rejects. */
  discard(): Promise<void>;
}

export interface KeptFile extends StoredFile {
  /** Path of its download; null when it holds a secret and nobody may have it. */
  url: string | null;
}

/** Whether a response may be a file. */
export interface FileKeeping {
  /** Null: it is none, and has to fit into memory like all others. */
  describe(head: Pick<OutboundResponse, 'status' | 'headers' | 'url'>): FileDescription | null;
  holdsSecret: (text: string) => boolean;
}

/** `waitMs`: it would be as long at least until one more may be sent. */
export type Turn = { ok: true } | { ok: false; waitMs: number };

/** Spreads requests to one server over time. Origins are scheme, host and port. */
export interface RequestPace {
  /** Settles once one more request may be sent, or at once when `signal` is aborted. */
  turn(origin: string, wait: { withinMs: number; signal?: AbortSignal | undefined }): Promise<Turn>;
  /** The server asked for no more requests for so long. */
  holdBack(origin: string, ms: number): void;
}

export interface OutboundOptions {
  signal?: AbortSignal;
  /** One attempt with its redirects, connection included. Default 30 s. */
  attemptTimeoutMs?: number;
  /** All attempts and the waits between them. Default 120 s. */
  totalTimeoutMs?: number;
  /** An attempt fails with `TIMEOUT` once nothing has arrived for so long. Default: it may stand still. */
  idleTimeoutMs?: number;
  /** Decoded. Default 10 MiB. */
  maxResponseBytes?: number;
  /** Default 5. With 0 a redirect is handed back as the response. */
  maxRedirects?: number;
  /**
   * Default: always, 3 times. `isHarmless`: of a POST or PATCH that does nothing but ask, so that it may be
   * sent again although its response had begun.
   */
  retry?: { when: 'always' | 'safe' | 'never'; max: number; isHarmless?: boolean };
  /**
   * The status line decides: of a body that is too large, too slow or cut off, what arrived is kept,
   * undecoded, and the connection is closed. Default: such a response is an error.
   */
  keepPartialBody?: boolean;
  /**
   * Called as a response begins, on each attempt; what it gives takes the decoded body as it comes. Neither
   * may throw, or keep a chunk.
   */
  onResponse?: (head: Pick<OutboundResponse, 'status' | 'headers'>) => ((chunk: Uint8Array) => void) | null;
  /** Asked before each attempt, within `totalTimeoutMs`. */
  pace?: RequestPace;
  /** Sent with POST and PATCH unless the author set the header. */
  idempotencyKey?: string;
  /** Together with `files`: a body over `maxResponseBytes` may be a file of up to 100 MB. */
  keepFile?: FileKeeping;
  files?: FileStore;
}

export interface OutboundResponse {
  status: number;
  /** Lowercase names; `set-cookie` is always an array. */
  headers: Record<string, string | string[]>;
  /** Decoded; empty when it is kept as a file. */
  body: Buffer;
  file?: KeptFile;
  /** Of `keepPartialBody`: there was more to come. */
  truncated: boolean;
  /** Where the last redirect led; without credentials. */
  url: string;
  /** Values by name, of those that this response and the redirects before it set. */
  cookies: Record<string, string>;
  /** A 429, or a 403 whose headers say that it stands for one: no credentials are at fault. */
  isRateLimited: boolean;
  /** How long its headers ask to wait, of a status of 400 or more; null when they don't. */
  retryAfterMs: number | null;
  timing: { dnsMs: number; connectMs: number; tlsMs: number; firstByteMs: number; downloadMs: number };
}

/** A response that was followed elsewhere. */
export interface OutboundRedirect {
  status: number;
  /** What gave it, and where it led; without credentials. */
  url: string;
  location: string;
  /** Its `Set-Cookie` lines as they came. */
  setCookie: string[];
}

export interface OutboundError {
  /** `OutboundErrorCode`; stable. */
  code: string;
  /** For the author of a workflow; says what to do. */
  message: string;
  /** `OutboundPhase`. */
  phase: string;
  retryable: boolean;
  retryAfterMs: number | null;
}

/**
 * One try. `status` is what the status line said, also when the rest failed. `waitMs`: the pause before it.
 */
export interface OutboundAttempt {
  status: number | null;
  code: string | null;
  startedAt: string;
  durationMs: number;
  waitMs: number;
}

/**
 * A final status of 400 or more is a response; the caller decides whether that is a failure. Both are set
 * only for `RATE_LIMITED`: the server answered, and asked for a longer wait than there is time for.
 */
export interface OutboundResult {
  response: OutboundResponse | null;
  error: OutboundError | null;
  attempts: OutboundAttempt[];
  /** That the last attempt followed, in their order; absent when it followed none. */
  redirects?: OutboundRedirect[];
}

export interface OutboundClient {
  /** Never throws for what a remote does. */
  request(request: OutboundRequest, options?: OutboundOptions): Promise<OutboundResult>;
  close(): Promise<void>;
}
