/**
 * The failures after which a run is tried again: `all`; `temporary`, those that may pass by themselves, such as no
 * response, 429 and 5xx; `codes`, those with one of the chosen codes.
 */
export const TRIED_FAILURES = ['all', 'temporary', 'codes'] as const;
export type TriedFailures = (typeof TRIED_FAILURES)[number];

/**
 * Never tried again by rule. Either the run harmed the process that had it, or what it did took effect, or may
 * have: a person looks first.
 */
export const NEVER_TRIED: ReadonlySet<string> = new Set([
  'INTERRUPTED',
  'LOG_NOT_STORED',
  'OUTCOME_UNKNOWN',
  'RUN_OUT_OF_MEMORY',
  'RUN_STOOD_STILL',
]);

/** The most later tries of a run. */
export const MOST_TRIES = 10;
