/** The states of a server that runs wait for: docs/decisions/server-outages.md. */
export const OUTAGE_STATES = ['suspected', 'away', 'returning'] as const;
export type OutageState = (typeof OUTAGE_STATES)[number];
