import { instantParam, integerParam } from '../../platform/http/query-params';
import { MAX_DELAY_SECONDS, MAX_PRIORITY } from './shapes/place-in-line';

/** The parameters for the time of a start with `mode=async`. */
export const startTimingParams = {
  delay: integerParam(1, MAX_DELAY_SECONDS)
    .optional()
    .describe('Starts this many seconds later, at most a year; for `mode=async`.'),
  startAt: instantParam
    .optional()
    .describe('Starts at this time, at most a year ahead; for `mode=async`. Not with `delay`.'),
  ttl: integerParam(1, MAX_DELAY_SECONDS)
    .optional()
    .describe(
      'Time to live, in seconds since it was accepted: if it has not begun by then, it ends with a log that says ' +
        '`EXPIRED`; for `mode=async`.',
    ),
  priority: integerParam(-MAX_PRIORITY, MAX_PRIORITY)
    .optional()
    .describe(
      'Of runs of the workspace that wait, those with a higher one start first; 0 by default; for `mode=async`.',
    ),
};
