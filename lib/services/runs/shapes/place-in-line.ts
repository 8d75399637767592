import type { QueueState } from '../../../platform/postgres/queue-state';

/** The place of a start that may not begin at once. Times are milliseconds since 1970. */
export interface PlaceInLine {
  /** Null: the queue, as all others. */
  state: Extract<QueueState, 'waiting' | 'delayed'> | null;
  /** `=` and the value of its workflow's key; empty if there is none. */
  key: string;
  startAtMs: number | null;
  /** Begun later it would be too late. */
  expiresAtMs: number | null;
  /** A higher one goes first. */
  priority: number;
}

const DAY_S = 86_400;
/** A year. */
export const MAX_DELAY_SECONDS = 366 * DAY_S;
export const MAX_PRIORITY = 10;

/** The times that a start may ask for, in milliseconds since 1970. */
export interface StartTiming {
  /** Not before; null: at once. */
  startAtMs: number | null;
  /** Ends without a run if it has not begun by then. */
  expiresAtMs: number | null;
  /** From -10 to 10. */
  priority: number;
}

/** The reasons for which a run ends that was accepted and never began. */
export type EndReason = 'replaced' | 'skipped';
