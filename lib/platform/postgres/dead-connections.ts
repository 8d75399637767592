import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { processSingleton } from '../process-singleton';

/** After this wait a statement's session is checked at the server; most statements end long before. */
const SUSPECT_AFTER_MS = 2_000;
/** Time to read a response that has arrived but was not read yet. */
const READ_GRACE_MS = 100;

interface Connections {
  pools: Set<Pool>;
  /** Clients in use, with the time when they were acquired. */
  busy: Map<PoolClient, number>;
  /** The server's process id of each session; a pooler in between reports another one at the start. */
  backends: WeakMap<object, number>;
}

const connections = (): Connections =>
  processSingleton('connections', () => ({ pools: new Set(), busy: new Map(), backends: new WeakMap() }));

export function watchConnections(pool: Pool): void {
  const { pools, busy } = connections();
  pools.add(pool);
  pool.on('acquire', (client) => busy.set(client, performance.now()));
  pool.on('release', (_, client) => busy.delete(client as PoolClient));
  pool.on('remove', (client) => busy.delete(client));
}

export const noteBackend = (client: object, pid: number): void => {
  connections().backends.set(client, pid);
};

// Sessions idle for less than a second may have a response on its way. Sessions in a transaction are left
// to their owner.
const STILL_WORKING = `
SELECT pid FROM pg_stat_activity
WHERE pid = ANY($1) AND (state IS DISTINCT FROM 'idle' OR state_change > now() - interval '1 second')`;

/**
 * Closes dead connections. A failover or a firewall may drop connections silently, and a client waiting for
 * a response on one waits for minutes. A session that the server does not have, or that is idle there while
 * we wait for it, is dead. Those are closed, which fails their statements immediately, and so is every idle
 * connection, as these can't be told apart. `probe` must have a live connection.
 *
 * @returns the number of connections that waited in vain
 */
export async function dropDeadConnections(probe: Pool): Promise<number> {
  const { busy, backends, pools } = connections();
  const nowMs = performance.now();
  const suspects = [...busy].filter(
    ([client, since]) => nowMs - since > SUSPECT_AFTER_MS && backends.has(client),
  );
  if (suspects.length === 0) return 0;
  const pids = suspects.map(([client]) => backends.get(client)!);
  const { rows } = await probe.query<{ pid: number }>(STILL_WORKING, [pids]);
  await sleep(READ_GRACE_MS);
  const working = new Set(rows.map(({ pid }) => pid));
  const dead = suspects.filter(
    ([client, since]) => busy.get(client) === since && !working.has(backends.get(client)!),
  );
  if (dead.length === 0) return 0;
  for (const pool of pools) if (pool !== probe) dropIdle(pool);
  // If a statement is in progress, this destroys its socket.
  for (const [client] of dead) (client as unknown as { end(): Promise<void> }).end().catch(() => undefined);
  return dead.length;
}

function dropIdle(pool: Pool): void {
  if (pool.ending) return;
  for (let left = pool.idleCount; left > 0; left -= 1)
    pool.connect().then(
      (client) => client.release(true),
      () => undefined, // the next caller opens a new one, or gets the error
    );
}
