import { randomFillSync } from 'node:crypto';

/** Before and after every id that is minted, in the database's order. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
export const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const POOL_BYTES = 16 * 256;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/**
 * A UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits, so ids sort by the time they were minted.
 */
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

/** Ids come from outside as any text; what is not a UUID names nothing, and must not reach a uuid column. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** The same, as we write it: Postgres takes capitals for small letters. */
export const isWritten = (text: string): boolean => isId(text) && text === text.toLowerCase();

/** How long ago an id of ours was made, in ms, by this machine's clock. Of any other UUID: a large number. */
export const idAgeMs = (id: string): number =>
  Date.now() - Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
