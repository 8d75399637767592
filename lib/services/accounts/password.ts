import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { whenHashesAllow } from './hash-gate';
import { MAX_PASSWORD_LENGTH } from './schema';

const LOG2_COST = 15;
const BLOCK_SIZE = 8;
const PARALLEL = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MAX_LOG2_COST = 20;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The hash that is checked when none is stored; no known password matches it. */
const ABSENT_HASH = formatHash(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

/** Returns `scrypt$log2(N)$r$p$salt$hash`, the last two in base64; old hashes survive a higher cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await scryptOf(password, salt, HASH_BYTES, LOG2_COST, BLOCK_SIZE, PARALLEL);
  return formatHash(salt, hash);
}

/**
 * Returns false for null (no such person, or no password) after the same time as for a wrong password.
 * @throws AppError unavailable when too many checks are queued
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  if (password.length > MAX_PASSWORD_LENGTH) return false;
  const [kind, log2, r, p, salt, hash] = (stored ?? ABSENT_HASH).split('$');
  if (kind !== 'scrypt' || salt === undefined || hash === undefined || !(Number(log2) <= MAX_LOG2_COST))
    throw new Error('A stored password hash has an unknown form.');
  const expected = Buffer.from(hash, 'base64');
  const actual = await scryptOf(
    password,
    Buffer.from(salt, 'base64'),
    expected.length,
    Number(log2),
    Number(r),
    Number(p),
  );
  return timingSafeEqual(actual, expected) && stored !== null;
}

function formatHash(salt: Buffer, hash: Buffer): string {
  const parts = ['scrypt', LOG2_COST, BLOCK_SIZE, PARALLEL, salt.toString('base64'), hash.toString('base64')];
  return parts.join('$');
}

function scryptOf(password: string, salt: Buffer, length: number, log2: number, r: number, p: number) {
  const N = 2 ** log2;
  return whenHashesAllow(() =>
    derive(password.normalize('NFKC'), salt, length, { N, r, p, maxmem: 256 * N * r }),
  );
}
