/** Sets of attempts that fail in a row until the server counts as away. */
export const FAILURES_UNTIL_AWAY = 3;
/** A block that has failed so often although its server answered others waits no more. */
export const MOST_REJECTIONS = 5;
export const MOST_WAITING = 100_000;
export const LONGEST_WAIT_HOURS = 24;

const FIRST_GAP_SECONDS = 10;
const LONGEST_GAP_SECONDS = 300;
/** A server can put off the next probe this long. */
const LONGEST_RETRY_AFTER_SECONDS = 600;

/**
 * Returns SQL for the pause after a failed probe: doubled with each, no shorter than the server asked for.
 *
 * @param probes the number of failed probes, `retryAfterMs` milliseconds or null, both SQL expressions
 */
export const gapAfter = (probes: string, retryAfterMs: string): string => `(
  interval '1 second' * greatest(
    least(${LONGEST_GAP_SECONDS}, ${FIRST_GAP_SECONDS} * power(2, least(${probes}, 10))),
    least(${LONGEST_RETRY_AFTER_SECONDS}, coalesce(${retryAfterMs}::float8, 0) / 1000)))`;

/** Returns the SQL condition for an outage whose next step lets runs go on, instead of probing. */
export const isReleasing = (outage: string): string =>
  `(${outage}.state = 'returning' OR ${outage}.failures = 0)`;
