import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../errors';
import { createTokenBuckets } from './token-buckets';

const FREE_MISSES = 20;
const DELAY_MS = 1_000;
const MAX_WAITING = 50;

const misses = createTokenBuckets({ burst: FREE_MISSES, perMinute: FREE_MISSES });
const waiting = new Map<string, number>();

/**
 * Keys can't be guessed (178 random bits); this keeps a guesser from using up the database. An address that has named
 * 20 unknown keys in a minute waits a second for each further lookup. Keys already known in this process never wait.
 *
 * @throws AppError rate_limited when too many lookups of the address wait already
 */
export async function slowDownGuesses(address: string, delayMs = DELAY_MS): Promise<void> {
  if (!misses.isEmpty(address)) return;
  const others = waiting.get(address) ?? 0;
  if (others >= MAX_WAITING)
    throw new AppError('rate_limited', 'Too many unknown API keys came from this address.', {
      headers: { 'retry-after': '1' },
    });
  waiting.set(address, others + 1);
  try {
    await wait(delayMs, undefined, { ref: false });
  } finally {
    const left = waiting.get(address)! - 1;
    if (left === 0) waiting.delete(address);
    else waiting.set(address, left);
  }
}

export function countMiss(address: string): void {
  misses.take(address);
}
