import type { ExecutionRow } from './execution-row';

/**
 * What callers get who wait for a run that is held: `refuse` is 503 with `Retry-After`, `queue` is 202 and
 * the address of a run that starts once the hold is released.
 */
export const WAITING_CALLERS = ['refuse', 'queue'] as const;
export type WaitingCallers = (typeof WAITING_CALLERS)[number];

/** A hold that keeps the runs of a workflow from starting. */
export interface StartHold {
  waitingCallers: WaitingCallers;
  /** False if only its whole workspace is held. */
  isOfWorkflow: boolean;
}

/** Returns true if such a run waits: people who try a held workflow in the editor don't. */
export const isHeld = (hold: StartHold | null, trigger: ExecutionRow['trigger']): boolean =>
  hold !== null && trigger !== 'manual';
