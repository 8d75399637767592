import { ClaimLoop } from '../../../platform/postgres/claim-loop';
import { forgetLoop, notePass } from '../../health/loop-passes';
import { catchQueued, returnLost } from './catch-queued';
import { lookAtHolds, releaseNext } from './release-held';

const ONE_AT_A_TIME = 1;
const LOOK_AFTER_EVERY_MS = 5_000;

interface HoldLoop {
  /** Releases nothing more and waits for the step in progress. */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Releases what may go on, and takes out of the queue what holds keep, until stopped. Each step is one
 * statement, so a process that dies leaves nothing to take over. Without a hold a pass costs one statement.
 */
export function startHoldLoop(): HoldLoop {
  notePass('holds');
  let nextMs = Number.POSITIVE_INFINITY;
  const loop = new ClaimLoop<never>({
    maxInFlight: ONE_AT_A_TIME,
    wakeOn: ['holds'],
    claim: async () => {
      const pass = await passOverHolds();
      nextMs = pass.nextMs;
      return { items: [], more: pass.more };
    },
    claimFailed: 'release held executions',
    work: async () => undefined,
    workFailed: () => 'release held executions',
    frees: () => false,
    recover: lookAfterHeld,
    recoverFailed: 'look after held executions',
    recoverEveryMs: LOOK_AFTER_EVERY_MS,
    nextDueMs: async () => nextMs,
    onPass: () => notePass('holds'),
  });
  return {
    stop: (timeoutMs) => {
      forgetLoop('holds');
      return loop.stop(timeoutMs);
    },
  };
}

/**
 * Releases what is due now. @returns true in `more` if there is more of it, and milliseconds until the next
 * is due
 */
export async function passOverHolds(): Promise<{ more: boolean; nextMs: number }> {
  const { due, nextMs } = await lookAtHolds();
  if (due.length === 0) return { more: false, nextMs };
  let more = false;
  for (const id of due) if (await releaseNext(id)) more = true;
  return { more, nextMs: (await lookAtHolds()).nextMs };
}

/** @returns how many went back to the queue */
export async function lookAfterHeld(): Promise<number> {
  if ((await lookAtHolds()).isAny) await catchQueued();
  return returnLost();
}
