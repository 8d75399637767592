/** The base of every error that this package throws itself. */
export class MillraceError extends Error {
  override readonly name: string = 'MillraceError';
}

/** A value of a request that the server refused. */
export interface ProblemIssue {
  param: string;
  code: string;
  message: string;
}

/** A problem document (RFC 9457) as the server sends it; any member may be absent behind a proxy. */
export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  code?: string;
  requestId?: string;
  errors?: ProblemIssue[];
  /** Members of single problems, such as `currentVersion` of a 409. */
  [member: string]: unknown;
}

/** An answer that is no success. Its text never holds the API key, or what another server wrote. */
export class ApiError extends MillraceError {
  override readonly name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** Stable, such as `not_found`; `unknown` if the answer is no problem document. */
  readonly code: string;
  /** The reason in words. */
  readonly detail: string;
  /** Leads to the cause in the server's log; null if no Millrace answered. */
  readonly requestId: string | null;
  /** Every bad value of the request. */
  readonly errors: readonly ProblemIssue[];
  /** The wait that the server asks for, in milliseconds; null if it asks for none. */
  readonly retryAfterMs: number | null;
  /** The whole document. */
  readonly problem: Problem;

  constructor(status: number, problem: Problem, { requestId, retryAfterMs }: AnswerFacts) {
    const detail =
      typeof problem.detail === 'string' && problem.detail.trim() !== ''
        ? problem.detail
        : `The server answered ${status}.`;
    super(detail);
    this.status = status;
    this.code = typeof problem.code === 'string' ? problem.code : 'unknown';
    this.detail = detail;
    this.requestId = typeof problem.requestId === 'string' ? problem.requestId : requestId;
    this.errors = Array.isArray(problem.errors) ? problem.errors : [];
    this.retryAfterMs = retryAfterMs;
    this.problem = problem;
  }
}

/** Facts from the headers of an answer. */
export interface AnswerFacts {
  requestId: string | null;
  retryAfterMs: number | null;
}

/** No connection, or one that broke. `cause` is the platform's error. */
export class ConnectionError extends MillraceError {
  override readonly name = 'ConnectionError';
}

/** No whole answer within `timeoutMs`. */
export class TimeoutError extends MillraceError {
  override readonly name = 'TimeoutError';
}

/** A delivery that must not be believed: answer it with 401. */
export class SignatureError extends MillraceError {
  override readonly name = 'SignatureError';
}
