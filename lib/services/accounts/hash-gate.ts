import { availableParallelism } from 'node:os';
import { AppError } from '../../platform/errors';
import { processSingleton } from '../../platform/process-singleton';

/**
 * Hashes share libuv's four threads with files and name lookups, and the processor with everything else, so
 * one core stays free.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** At about 0.1 s a hash, the last in the queue waits some three seconds. */
const MAX_WAITING = 30;
const RETRY_AFTER_S = 3;

export interface WorkGate {
  /** Runs `work` when a slot is free. @throws AppError unavailable when the queue is full */
  pass<T>(work: () => Promise<T>): Promise<T>;
}

/** Returns a gate that runs `atOnce` tasks concurrently and lets `maxWaiting` wait, in FIFO order. */
export function createWorkGate({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): WorkGate {
  let running = 0;
  const line: Array<() => void> = [];

  function enter(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    if (line.length >= maxWaiting) throw lineIsFull();
    return new Promise((resolve) => line.push(resolve));
  }

  function leave(): void {
    const next = line.shift();
    if (next === undefined) running -= 1;
    else next(); // takes over the free slot
  }

  return {
    async pass(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

/** The gate of every password hash and check in this process. */
export const hashGate = (): WorkGate =>
  processSingleton('hash-gate', () => createWorkGate({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING }));

function lineIsFull(): AppError {
  return new AppError(
    'unavailable',
    'Too many people are signing in right now. Try again in a few seconds.',
    {
      headers: { 'retry-after': String(RETRY_AFTER_S) },
    },
  );
}
