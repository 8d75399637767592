import { env } from '../../../platform/env';

/** Nobody else waits for a process that has one run alone, and large values take their time. */
const TIMES = 12;

/**
 * Returns the milliseconds that the loop of a process for runs may stand still; 0: for ever. A run that an
 * event loop stood still on has had its try.
 */
export const ownProcessLimitMs = (isSuspect: boolean): number =>
  env().LOOP_LIMIT_SECONDS * 1_000 * (isSuspect ? 1 : TIMES);
