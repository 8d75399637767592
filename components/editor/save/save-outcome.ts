import { ApiError } from '@/lib/platform/http/client';
import type { SaveOutcome } from './autosave';

const CONFLICT = 409;
const TOO_MANY = 429;
const FIRST_SERVER_ERROR = 500;

/** What a failed save means. Words are for people: what is the matter, and what they can do. */
export function outcomeOfFailure(error: unknown): Exclude<SaveOutcome, { kind: 'saved' }> {
  if (!(error instanceof ApiError)) return { kind: 'unreachable' };
  if (error.status === CONFLICT) return { kind: 'conflict' };
  if (error.status === TOO_MANY || error.status >= FIRST_SERVER_ERROR) return { kind: 'unreachable' };
  const details = error.problem.errors?.map((issue) => issue.message) ?? [];
  return { kind: 'refused', reason: details.length > 0 ? [...new Set(details)].join(' ') : error.message };
}
