import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, isAppError } from '../../../platform/errors';
import type { ExecutionRow } from '../shapes/execution-row';
import type { OnceKey } from '../shapes/requested-run';
import { type Claim, claimKey, releaseKey } from './idempotency-key';

const FIRST_WAIT_MS = 10;
const MAX_WAIT_MS = 250;

export type NewRows = readonly [ExecutionRow, ...ExecutionRow[]];

interface Once {
  /** Each claim asks for new ones, under ids of its own. */
  newRows: () => NewRows;
  /** @throws AppError that gives the key back */
  admit: () => Promise<void>;
  /** @returns false when another call has taken the claim over @throws AppError that gives the key back */
  store: (rows: NewRows) => Promise<boolean>;
}

/** `isOwn`: this call has stored these rows. Otherwise another call started what the claim names. */
type Begun = { isOwn: true; rows: NewRows } | { isOwn: false; claim: Claim };

/**
 * Stores the rows unless another call with this key has, which is then waited for. @throws AppError
 * idempotency_key_reused; unavailable when nobody waits any more
 */
export async function startOnce(
  { signal, ...key }: OnceKey,
  { newRows, admit, store }: Once,
): Promise<Begun> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    const rows = newRows();
    const claim = await claimKey(key, rows[0]);
    if (claim?.isGranted) {
      const giveBack = async (error: unknown): Promise<never> => {
        await releaseKey(key, rows[0].executionId);
        throw error;
      };
      await admit().catch(giveBack);
      // After a lost answer of the database the start may be stored, so its key is kept.
      const isStored = await store(rows).catch((error) => {
        if (isAppError(error)) return giveBack(error);
        throw error;
      });
      if (isStored) return { isOwn: true, rows };
    } else if (claim?.isStarted) return { isOwn: false, claim };
    // The other call is just being admitted, or has given the key back.
    await sleep(waitMs);
    if (signal.aborted) throw new AppError('unavailable', 'The caller disconnected.');
  }
}
