import { ApiError } from '@/lib/platform/http/client';

/** Why edits were not saved. */
export type SaveFailure =
  | { kind: 'refused'; reason: string }
  /** No answer, or one that may be different next time. */
  | { kind: 'unreachable' };

const NOT_FOUND = 404;
const CONFLICT = 409;
const TOO_MANY = 429;
const FIRST_SERVER_ERROR = 500;

/** The server’s document is not the one that these edits are of. */
export const isOtherDocument = (error: unknown): boolean =>
  error instanceof ApiError && error.status === CONFLICT;

export const REMOVED = 'This workflow was deleted, or is no longer shared with you.';

/** Whoever asks may not even know of it. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === NOT_FOUND;

/** What a failed save means. Words are for people: what is the matter, and what they can do. */
export function outcomeOfFailure(error: unknown): SaveFailure {
  if (!(error instanceof ApiError)) return { kind: 'unreachable' };
  if ([CONFLICT, TOO_MANY].includes(error.status) || error.status >= FIRST_SERVER_ERROR)
    return { kind: 'unreachable' };
  if (isGone(error)) return { kind: 'refused', reason: REMOVED };
  const details = error.problem.errors?.map((issue) => issue.message) ?? [];
  return { kind: 'refused', reason: details.length > 0 ? [...new Set(details)].join(' ') : error.message };
}
