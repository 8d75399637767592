import { availableParallelism } from 'node:os';
import { AppError } from '../../platform/errors';
import { FairGate } from '../../platform/fair-gate';
import { processSingleton } from '../../platform/process-singleton';

/**
 * Hashes share libuv's four threads with files and name lookups, and the processor with everything else, so
 * one core stays free.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** At about 0.1 s a hash, the last in the queue waits some three seconds. */
const MAX_WAITING = 30;
const RETRY_AFTER_S = 3;

const hashGate = (): FairGate =>
  processSingleton(
    'hash-gate',
    () => new FairGate({ limit: AT_ONCE, maxWaiting: MAX_WAITING, refusal: lineIsFull }),
  );

/**
 * Runs a hash or check of a password when there is room: all of this process wait in one line, in the order
 * they came. @throws AppError unavailable when too many wait
 */
export const whenHashesAllow = <Result>(work: () => Promise<Result>): Promise<Result> =>
  hashGate().run('everybody', work);

function lineIsFull(): AppError {
  return new AppError(
    'unavailable',
    'Too many people are signing in right now. Try again in a few seconds.',
    {
      headers: { 'retry-after': String(RETRY_AFTER_S) },
    },
  );
}
