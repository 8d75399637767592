import { randomFillSync } from 'node:crypto';

/** Sort before and after every id that is generated, in the database's order. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
export const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const POOL_BYTES = 16 * 256;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** Generates a UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits, so ids sort by creation time. */
export function newId(nowMs: number = Date.now()): string {
  if (used === POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  pool.writeUIntBE(nowMs, used, 6);
  pool[used + 6] = (pool[used + 6]! & 0x0f) | 0x70;
  pool[used + 8] = (pool[used + 8]! & 0x3f) | 0x80;
  const hex = pool.toString('hex', used, used + 16);
  used += 16;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns true for a UUID. Ids come from outside as any text; other text must not reach a uuid column. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** Returns true for an id in lower case, as we write it: Postgres treats capitals as small letters. */
export const isWritten = (text: string): boolean => isId(text) && text === text.toLowerCase();

/** Returns the age of an id of ours in ms, by this machine's clock; a large number for any other UUID. */
export const idAgeMs = (id: string): number =>
  Date.now() - Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
