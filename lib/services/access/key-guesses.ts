import { setTimeout as wait } from 'node:timers/promises';
import { addressBucket } from '../../platform/addresses/client-address';
import { AppError } from '../../platform/errors';
import { pool } from '../../platform/postgres/db';
import { createTokenBuckets } from './token-buckets';

const FREE_MISSES = 20;
const BATCH_MS = 250;
const MAX_BATCH = 5_000;

const misses = createTokenBuckets({ burst: FREE_MISSES, perMinute: FREE_MISSES });
/** Keys requested since the last lookup, and the result they all wait for. */
let batch: { hashes: Set<string>; known: Promise<ReadonlySet<string>> } | null = null;

/**
 * True if a key unknown to this process deserves a lookup of its own. Keys can't be guessed (178 random
 * bits); this keeps a guesser from exhausting the database. Once an address has sent 20 unknown keys in a
 * minute, its further ones are collected and looked up in one statement, four times a second. Others behind
 * the same address lose a moment at their first call, never access.
 *
 * @param hash SHA-256 in hex @throws AppError unavailable when thousands wait for the same statement
 */
export async function mayBeKey(hash: string, address: string): Promise<boolean> {
  if (!misses.isEmpty(addressBucket(address))) return true;
  if (batch === null) {
    const hashes = new Set<string>();
    batch = { hashes, known: findBatch(hashes) };
  }
  if (batch.hashes.size >= MAX_BATCH)
    throw new AppError('unavailable', 'Too many unknown API keys are being looked up. Try again.', {
      headers: { 'retry-after': '1' },
    });
  batch.hashes.add(hash);
  return (await batch.known).has(hash);
}

export function countMiss(address: string): void {
  misses.take(addressBucket(address));
}

async function findBatch(hashes: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  await wait(BATCH_MS, undefined, { ref: false });
  batch = null; // later keys wait for the next statement
  const { rows } = await pool().query<{ hash: string }>({
    name: 'auth-batch-keys',
    text: `SELECT encode(hash, 'hex') AS hash FROM api_key WHERE hash = ANY($1::bytea[])
      AND revoked_at IS NULL`,
    values: [[...hashes].map((hash) => Buffer.from(hash, 'hex'))],
  });
  return new Set(rows.map(({ hash }) => hash));
}
