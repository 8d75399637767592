/** The HTTP status of every expected failure that leaves a verb, by its wire `code`. The only such table. */
export const ERROR_STATUS = {
  invalid_request: 400,
  cursor_invalid: 400,
  cursor_filter_mismatch: 400,
  unauthenticated: 401,
  password_required: 401,
  password_wrong: 401,
  members_only: 401,
  usage_exceeded: 402,
  forbidden: 403,
  quota_exceeded: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  cursor_expired: 410,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  idempotency_key_reused: 422,
  rate_limited: 429,
  headers_too_large: 431,
  run_failed: 500,
  internal: 500,
  method_unknown: 501,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * One refused value: its place (`param`), a stable `code`, and how to fix it. `docs`: the path of the guide
 * about it, such as `/docs/guide/error-codes#name_duplicate`.
 */
export interface FieldIssue {
  param: string;
  code: string;
  message: string;
  docs?: string;
}

export interface AppErrorOptions {
  issues?: FieldIssue[];
  headers?: Record<string, string>;
  cause?: unknown;
  /** Extra members of the problem document, for example the stored version on a conflict. */
  extensions?: Record<string, unknown>;
}

/** An expected failure. `message` is shown to users; `cause` goes to the server's log only. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly issues: FieldIssue[];
  readonly headers: Record<string, string>;
  readonly extensions: Record<string, unknown>;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.issues = options.issues ?? [];
    this.headers = options.headers ?? {};
    this.extensions = options.extensions ?? {};
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Compares by name, not by class, because the server's bundle and Next's each hold a copy of this module. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError' && 'code' in error;
}
