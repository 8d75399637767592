/** The interface of the outbound client. Sizes in bytes, times in milliseconds. */

export interface OutboundRequest {
  method: string;
  /** Absolute http(s) URL. */
  url: string;
  headers: Array<[string, string]>;
  body: string | Uint8Array | PartedBody | null;
}

/** A body with files in it, read from `OutboundOptions.files` while it is sent, again for each attempt. */
export interface PartedBody {
  parts: ReadonlyArray<Uint8Array | StoredFile>;
}

/** A file that `FileStore` holds. */
export interface StoredFile {
  id: string;
  size: number;
}

/** A store for bodies that are too large for memory. */
export interface FileStore {
  /** Rejects with an `OutboundFailure` when there is no room. */
  create(file: NewFile): Promise<FileWriter>;
  /** Throws an `OutboundFailure` unless the file exists, complete and of that size. */
  read(file: StoredFile): AsyncIterable<Uint8Array>;
}

export interface NewFile extends FileDescription {
  /** The maximum size of the file. */
  maxBytes: number;
  holdsSecret: (text: string) => boolean;
}

export interface FileDescription {
  name: string;
  contentType: string | null;
}

export interface FileWriter {
  write(chunk: Uint8Array): Promise<void>;
  finish(): Promise<StoredResponseFile>;
  /** Frees the reserved room. Never rejects. */
  discard(): Promise<void>;
}

export interface StoredResponseFile extends StoredFile {
  /** The path of its download; null when it holds a secret and must not be downloaded. */
  url: string | null;
}

/** Decides which responses may be files. */
export interface FileKeeping {
  /** Returns null if the response is no file, so that it has to fit into memory. */
  describe(head: Pick<OutboundResponse, 'status' | 'headers' | 'url'>): FileDescription | null;
  holdsSecret: (text: string) => boolean;
}

/** `waitMs`: the minimum wait until one more request may be sent. */
export type Turn = { ok: true } | { ok: false; waitMs: number };

/** Spreads requests to one server over time. An origin is scheme, host and port. */
export interface RequestPace {
  /** Settles once one more request may be sent, or immediately when `signal` is aborted. */
  turn(origin: string, wait: { withinMs: number; signal?: AbortSignal | undefined }): Promise<Turn>;
  /** Delays requests, because the server asked for a pause of `ms`. */
  holdBack(origin: string, ms: number): void;
}

/** @returns true when the rest of the body isn't needed */
export type ChunkWatcher = (chunk: Uint8Array) => boolean;

export interface OutboundOptions {
  signal?: AbortSignal;
  /** One attempt with its redirects, connection included. Default 30 s. */
  attemptTimeoutMs?: number;
  /** All attempts and the waits between them. Default 120 s. */
  totalTimeoutMs?: number;
  /** An attempt fails with `TIMEOUT` once nothing has arrived for this long. Default: no limit. */
  idleTimeoutMs?: number;
  /** The maximum size, decoded. Default 10 MiB. */
  maxResponseBytes?: number;
  /** Default 5. With 0, a redirect is returned as the response. */
  maxRedirects?: number;
  /**
   * Default: always, 3 times. `isHarmless`: a POST or PATCH has no side effects, so that it may be sent
   * again although its response had begun.
   */
  retry?: { when: 'always' | 'safe' | 'never'; max: number; isHarmless?: boolean };
  /**
   * If true, a response counts by its status line: of a body that is too large, too slow or cut off, the
   * received part is kept, undecoded, and the connection is closed. Default: such a response is an error.
   */
  keepPartialBody?: boolean;
  /**
   * Called as a response begins, on each attempt; the returned function gets the decoded body as it
   * arrives. Neither may throw, or keep a chunk. If it returns true, the body ends with that chunk: the rest
   * isn't read, and the connection is closed. `headAlone`: the same before the first chunk.
   */
  onResponse?: (head: Pick<OutboundResponse, 'status' | 'headers'>) => ChunkWatcher | 'headAlone' | null;
  /** Called before each attempt, within `totalTimeoutMs`. */
  pace?: RequestPace;
  /** Sent with POST and PATCH unless the author set the header. */
  idempotencyKey?: string;
  /** Together with `files`: a body over `maxResponseBytes` may become a file of up to 100 MB. */
  keepFile?: FileKeeping;
  files?: FileStore;
}

export interface OutboundResponse {
  status: number;
  /** Lowercase names; `set-cookie` is always an array. */
  headers: Record<string, string | string[]>;
  /** Decoded; empty when the body is stored as a file. */
  body: Buffer;
  file?: StoredResponseFile;
  /** True if `keepPartialBody` cut the body short. */
  truncated: boolean;
  /** The URL of the response, after redirects; without credentials. */
  url: string;
  /** Values by name of the cookies that this response and the redirects before it set. */
  cookies: Record<string, string>;
  /** True for a 429, or a 403 whose headers indicate a rate limit: no credentials are at fault. */
  isRateLimited: boolean;
  /** The delay that the headers of a response with status 400 or more ask for; null without one. */
  retryAfterMs: number | null;
  timing: { dnsMs: number; connectMs: number; tlsMs: number; firstByteMs: number; downloadMs: number };
}

/** A redirect response that was followed. */
export interface OutboundRedirect {
  status: number;
  /** The URL that responded, and its target; without credentials. */
  url: string;
  location: string;
  /** Its `Set-Cookie` lines, unparsed. */
  setCookie: string[];
}

export interface OutboundError {
  /** `OutboundErrorCode`; stable. */
  code: string;
  /** A message for the author of a workflow, with a remedy. */
  message: string;
  /** `OutboundPhase`. */
  phase: string;
  retryable: boolean;
  retryAfterMs: number | null;
}

/**
 * One attempt. `status` is that of the status line, also when the rest failed. `waitMs`: the pause before
 * it.
 */
export interface OutboundAttempt {
  status: number | null;
  code: string | null;
  startedAt: string;
  durationMs: number;
  waitMs: number;
}

/**
 * A final status of 400 or more is a response; the caller decides whether that is a failure. Both members
 * are set only for `RATE_LIMITED`: the server responded, and asked for a longer wait than there is time
 * for.
 */
export interface OutboundResult {
  response: OutboundResponse | null;
  error: OutboundError | null;
  attempts: OutboundAttempt[];
  /** The redirects that the last attempt followed, in order; absent when it followed none. */
  redirects?: OutboundRedirect[];
}

export interface OutboundClient {
  /** Never throws for a failure of the remote side. */
  request(request: OutboundRequest, options?: OutboundOptions): Promise<OutboundResult>;
  close(): Promise<void>;
  /**
   * The process's client, if this one wraps it for a run: what is learnt about servers is remembered with it, and
   * what several runs share is requested by it, because a run's own client may end with the run.
   */
  readonly shared?: OutboundClient;
}
