import { isAppError } from '../../../platform/errors';
import { logger } from '../../../platform/logging/logger';

/** Failures that pass, and don't concern the run itself. */
const PASSING: ReadonlySet<string> = new Set(['rate_limited', 'usage_exceeded', 'unavailable', 'internal']);

export const GONE = 'There is no such run in this workspace any more.';
export const TOO_LARGE = 'The values of this run are too large to be taken from its log.';
const UNREADABLE = 'This run could not be read. The server’s log has the cause.';

/**
 * Returns why a run was refused; undefined for a failure that is the job's: of the database or of the system,
 * which have codes, and of a process that stops.
 */
export function refusalOf(error: unknown): string | undefined {
  if (isAppError(error)) return PASSING.has(error.code) ? undefined : error.message;
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (code !== undefined || name === 'AbortError') return undefined;
  logger('runs').error('a run of a bulk job could not be read', { error });
  return UNREADABLE;
}
