import { hostname } from 'node:os';
import { newId } from '../ids';
import { processSingleton } from '../process-singleton';
import { VERSION } from '../version';
import { heartbeatPool } from './db';
import { dropDeadConnections } from './dead-connections';
import { reportDatabaseFault } from './report-database-fault';
import { noteClock } from './watch-clock';
import { withDatabaseRetry } from './with-database-retry';

/** Times in milliseconds. */
export interface LeaseTiming {
  heartbeatMs: number;
  /** A process whose last heartbeat is older than this may be dead. */
  leaseMs: number;
  /**
   * A longer gap between two heartbeats means that the database was not available, or this process was
   * blocked.
   */
  gapMs: number;
  /** With fewer free connections at the database, a live process may have none for its heartbeat. */
  freeConnections: number;
}

// A process that lost its heartbeats because the database was away sends one shortly after it returns: gap
// + heartbeat + two timeouts of the heartbeat's connection are less than the lease.
const TIMING: LeaseTiming = { heartbeatMs: 1_000, leaseMs: 10_000, gapMs: 4_000, freeConnections: 2 };
const RETRY_MS = 500;
const FIRST_BEAT_WITHIN_MS = 60_000;

interface ThisProcess {
  id: string;
  timing: LeaseTiming;
  timer: NodeJS.Timeout | null;
  /** The send time of the last heartbeat that arrived, by `performance.now()`; null while there is none. */
  renewedAtMs: number | null;
  /** Handles executions that were taken over while the lease was lapsed; the lease is not renewed before. */
  onReturn: () => Promise<void>;
  waiting: Array<() => void>;
  /** Called at each renewal, to notify this process's processes for runs. */
  followers: Set<(renewedAtMs: number) => void>;
}

/** The owner named by this process's executions. */
export const thisProcess = (): ThisProcess =>
  processSingleton('this-process', () => {
    const onReturn = () => Promise.resolve();
    return {
      id: newId(),
      timing: TIMING,
      timer: null,
      renewedAtMs: null,
      onReturn,
      waiting: [],
      followers: new Set(),
    };
  });

// A process that has died leaves several connections free.
const HAS_ROOM = `(SELECT sum(numbackends) FROM pg_stat_database) + $4::integer <=
  current_setting('max_connections')::integer
  - current_setting('superuser_reserved_connections')::integer
  - coalesce(current_setting('reserved_connections', true), '0')::integer`;

const BEAT = `
INSERT INTO runtime.process AS p (id, kind, version, host) VALUES ($1, $2, $5, $6)
ON CONFLICT (id) DO UPDATE SET heartbeat_at = now(),
  steady_since = CASE WHEN p.heartbeat_at < now() - $3 * interval '1 millisecond' OR NOT ${HAS_ROOM}
    THEN now()
    ELSE p.steady_since END
RETURNING extract(epoch FROM clock_timestamp()) * 1000 AS "databaseMs"`;

/**
 * Returns SQL that is true if the process `id` may declare others dead: its heartbeats came without a gap
 * for a full lease, so the database was available for that long, with room for another connection, and
 * every living process has sent a heartbeat too. The parameters are SQL expressions for an id and two
 * numbers of ms.
 */
export const isSteady = (id: string, gapMs: string, leaseMs: string): string => `EXISTS (
  SELECT FROM runtime.process me WHERE me.id = ${id}
    AND me.heartbeat_at > now() - ${gapMs} * interval '1 millisecond'
    AND me.steady_since < now() - ${leaseMs} * interval '1 millisecond')`;

/** Returns the age of this process's last heartbeat in ms; 0 for a process without heartbeats (a command). */
export function unheardForMs(): number {
  const { renewedAtMs } = thisProcess();
  return renewedAtMs === null ? 0 : performance.now() - renewedAtMs;
}

/** Returns true if no other process can have taken over this process's executions. */
export const isLeaseCurrent = (): boolean => unheardForMs() < thisProcess().timing.leaseMs;

/** Settles once the lease is current again and executions that were taken over have been stopped. */
export function leaseRenewed(): Promise<void> {
  if (isLeaseCurrent()) return Promise.resolve();
  return new Promise((resolve) => thisProcess().waiting.push(resolve));
}

/** Returns the time of the monotonic clock that all processes of a machine share, in ms. */
const sharedNowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Returns the renewal time for `followLease` in a process for runs; null without heartbeats. */
export function leaseOfProcess(): number | null {
  const { renewedAtMs } = thisProcess();
  return renewedAtMs === null ? null : sharedNowMs() - unheardForMs();
}

/** @returns a function that unsubscribes */
export function onLeaseRenewed(listener: (renewedAtMs: number) => void): () => void {
  const { followers } = thisProcess();
  followers.add(listener);
  return () => followers.delete(listener);
}

/** Applies the lease of the parent process in a process for runs, which has no heartbeat of its own. */
export function followLease(renewedAtMs: number): void {
  renew(performance.now() - (sharedNowMs() - renewedAtMs));
}

function renew(renewedAtMs: number): void {
  const me = thisProcess();
  me.renewedAtMs = renewedAtMs;
  if (!isLeaseCurrent()) return;
  for (const resolve of me.waiting.splice(0)) resolve();
}

/** Registers this process and keeps its lease alive. Must be called before its first execution. */
export async function startHeartbeat(
  kind: 'server' | 'worker',
  { timing = TIMING, onReturn }: { timing?: LeaseTiming; onReturn?: () => Promise<void> } = {},
): Promise<void> {
  const me = thisProcess();
  me.timing = timing;
  if (onReturn !== undefined) me.onReturn = onReturn;
  await withDatabaseRetry(() => beat(kind), { repeatable: true, giveUpAfterMs: FIRST_BEAT_WITHIN_MS });
  schedule(kind, timing.heartbeatMs);
}

async function beat(kind: string): Promise<void> {
  const me = thisProcess();
  const sentAtMs = performance.now();
  const { gapMs, freeConnections } = me.timing;
  const values = [me.id, kind, gapMs, freeConnections, VERSION, hostname()];
  const wallSentAtMs = Date.now();
  const { rows } = await heartbeatPool().query<{ databaseMs: string }>({
    name: 'heartbeat',
    text: BEAT,
    values,
  });
  noteClock({
    sentAtMs: wallSentAtMs,
    receivedAtMs: Date.now(),
    databaseMs: Number(rows[0]!.databaseMs),
  });
  if (!isLeaseCurrent()) await me.onReturn();
  renew(sentAtMs);
  for (const follow of me.followers) follow(leaseOfProcess()!);
}

function schedule(kind: 'server' | 'worker', afterMs: number): void {
  const me = thisProcess();
  me.timer = setTimeout(async () => {
    let nextMs = me.timing.heartbeatMs;
    try {
      await beat(kind);
      const dropped = await dropDeadConnections(heartbeatPool());
      if (dropped > 0)
        reportDatabaseFault('hear of statements', new Error(`${dropped} connections were dropped silently`));
    } catch (error) {
      reportDatabaseFault('send a heartbeat', error);
      nextMs = Math.min(RETRY_MS, nextMs);
    }
    if (me.timer !== null) schedule(kind, nextMs);
  }, afterMs);
  me.timer.unref();
}

/** Unregisters this process; call it when nothing runs any more. */
export async function stopHeartbeat(): Promise<void> {
  const me = thisProcess();
  if (me.timer !== null) clearTimeout(me.timer);
  me.timer = null;
  me.renewedAtMs = null;
  await heartbeatPool().query(
    `DELETE FROM runtime.process p WHERE id = $1
      AND NOT EXISTS (SELECT FROM runtime.execution e WHERE e.owner = p.id)`,
    [me.id],
  );
}
