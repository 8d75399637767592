import type { Prisma } from '../../generated/prisma/client';
import { prisma } from '../../platform/postgres/db';
import { notify, onNotification } from '../../platform/postgres/notify';
import { processSingleton } from '../../platform/process-singleton';
import { createTtlCache } from '../../platform/ttl-cache';

/** The longest that an entry may be stale, in case a notification was lost. */
const MAX_AGE_MS = 5_000;
const MAX_CACHED = 10_000;

interface Addresses<Row> {
  /** Names the cache among those of the process. */
  name: string;
  /** The form of an address; others are unknown without a look-up. */
  form: RegExp;
  load: (address: string) => Promise<Row | null>;
}

/**
 * Defines the look-up of a trigger's blocks by their address. Unknown addresses are cached too, so that
 * guessing costs the database little.
 */
export function defineAddresses<Row>({ name, form, load }: Addresses<Row>) {
  const make = () => {
    const made = createTtlCache<Row | null>({ load, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_CACHED });
    onNotification('hooks', () => made.clear());
    return made;
  };
  return async (address: string): Promise<Row | null> =>
    form.test(address) ? processSingleton(name, make).get(address) : null;
}

/** Runs `change` in a transaction; after its commit every process reads the addresses again. */
export async function changeAddresses<T>(
  _: { workspaceId: string },
  change: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const result = await prisma().$transaction(change);
  await notify('hooks', '');
  return result;
}
