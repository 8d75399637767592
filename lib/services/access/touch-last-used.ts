import { LRUCache } from 'lru-cache';
import { prisma } from '../../platform/postgres/db';
import { reportDatabaseFault } from '../../platform/postgres/report-database-fault';

const INTERVAL_MS = 60_000;
const MAX_KEYS = 10_000;
const touchedAtMs = new LRUCache<string, number>({ max: MAX_KEYS });

/** Keeps `lastUsedAt` accurate to a minute. Not awaited: a call must not wait for or fail with this write. */
export function touchLastUsed(keyId: string, nowMs: number = Date.now()): void {
  if (nowMs - (touchedAtMs.get(keyId) ?? 0) < INTERVAL_MS) return;
  touchedAtMs.set(keyId, nowMs);
  const touched = prisma().$executeRaw`
    UPDATE api_key SET last_used_at = now()
    WHERE id = ${keyId}::uuid AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;
  touched.catch((error) => reportDatabaseFault('note the use of an API key', error));
}
