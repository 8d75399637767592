import { ApiError } from '@/lib/platform/http/client';

/** The reason that edits were not saved. */
export type SaveFailure =
  /** `isGone`: there is no workflow on the server to go on from. */
  | { kind: 'refused'; reason: string; isGone: boolean }
  /** No response, or one that may be different on a retry. */
  | { kind: 'unreachable' };

const NOT_FOUND = 404;
const CONFLICT = 409;
const TOO_MANY = 429;
const FIRST_SERVER_ERROR = 500;

/** True if the edits belong to another document than the server’s. */
export const isOtherDocument = (error: unknown): boolean =>
  error instanceof ApiError && error.status === CONFLICT;

export const REMOVED = 'This workflow was deleted, or is no longer shared with you.';

/** True if the workflow no longer exists, or the user may not know that it does. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === NOT_FOUND;

/** Converts an error to a failure, with a message for users that says what they can do. */
export function outcomeOfFailure(error: unknown): SaveFailure {
  if (!(error instanceof ApiError)) return { kind: 'unreachable' };
  if ([CONFLICT, TOO_MANY].includes(error.status) || error.status >= FIRST_SERVER_ERROR)
    return { kind: 'unreachable' };
  if (isGone(error)) return { kind: 'refused', reason: REMOVED, isGone: true };
  const details = error.problem.errors?.map((issue) => issue.message) ?? [];
  const reason = details.length > 0 ? [...new Set(details)].join(' ') : error.message;
  return { kind: 'refused', reason, isGone: false };
}
