import { isAppError } from '../../../platform/errors';

/** Failures that pass, and don't concern the run itself. */
const PASSING: ReadonlySet<string> = new Set(['rate_limited', 'usage_exceeded', 'unavailable', 'internal']);

/** Returns why a run was refused; undefined for a failure that is the job's. */
export const refusalOf = (error: unknown): string | undefined =>
  isAppError(error) && !PASSING.has(error.code) ? error.message : undefined;

export const GONE = 'There is no such run in this workspace any more.';
export const TOO_LARGE = 'The values of this run are too large to be taken from its log.';
