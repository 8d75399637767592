import { setTimeout as sleep } from 'node:timers/promises';
import { assertEncryptionKey } from '../platform/encryption/encryption';
import { env } from '../platform/env';
import { limitStall } from '../platform/event-loop/marks';
import { type FoundTask, stopWatching, watchLoop } from '../platform/event-loop/watch-loop';
import { logger } from '../platform/logging/logger';
import { metrics } from '../platform/metrics/metrics';
import { outboundClient } from '../platform/outbound-http/outbound-client';
import { closeDatabase } from '../platform/postgres/db';
import { type Maintenance, startMaintenance } from '../platform/postgres/maintenance';
import { startListening, stopListening } from '../platform/postgres/notify';
import { startHeartbeat, stopHeartbeat, thisProcess } from '../platform/postgres/process-lease';
import { reportDatabaseFault } from '../platform/postgres/report-database-fault';
import { telemetry } from '../platform/telemetry/telemetry';
import { makeLogPartitions } from '../services/logs/make-log-partitions';
import { makeDeliveryPartitions } from '../services/outgoing-webhooks/delivery-history';
import { isolatedPool } from '../services/runs/isolated/isolated-pool';
import { takeOverFrom } from '../services/runs/journal/recover-executions';
import { runningExecutions } from '../services/runs/recording/running-executions';
import { stopTakenOver } from '../services/runs/recording/stop-taken-over';
import { RECORD_STALL } from '../services/runs/shapes/stall-error';
import { MAINTENANCE_JOBS } from './maintenance-jobs';

const LOOK_EVERY_MS = 50;
/** A single signal may arrive twice: from the terminal, and from npm. */
const SAME_SIGN_MS = 1_000;
const ORPHAN_DRAIN_MS = 8_000;

let maintenance: Maintenance | null = null;

/**
 * What every long-lived process does before it takes work. @throws Error whose message is for the operator
 */
export async function openProcess(kind: 'server' | 'worker'): Promise<void> {
  telemetry()?.start();
  watchLoop({
    whenOrphaned: 'drains',
    note: { databaseUrl: env().DATABASE_URL, statement: RECORD_STALL, owner: thisProcess().id },
    onLongTask: (task) => metrics().loopHeld(task),
    ...(env().NODE_ENV !== 'production' && { onFoundTask: tellTask }),
  });
  await prepareDatabase();
  await startListening();
  await startHeartbeat(kind, { onReturn: stopTakenOver });
  maintenance = startMaintenance(MAINTENANCE_JOBS);
}

/** Checks the database, and makes what is missing; a process in reserve does it before it is needed, too. */
export async function prepareDatabase(): Promise<void> {
  await assertEncryptionKey();
  await makeLogPartitions();
  await makeDeliveryPartitions();
}

const tellTask = ({ cause, stack }: FoundTask): void =>
  logger('event-loop').warn('a task held the event loop', { cause, stack });

/** Gives everything back, once nothing runs any more. */
export async function closeProcess(): Promise<void> {
  await maintenance?.stop();
  await stopHeartbeat();
  await stopListening();
  isolatedPool().close();
  await telemetry()?.close();
  await outboundClient().close();
  await closeDatabase();
  await stopWatching();
}

/**
 * From now on this process works: the supervisor, if there is one, is told, and says when another process has
 * ended whose executions nobody has any more.
 */
export function signalReady(url: string): void {
  const { LOOP_LIMIT_SECONDS, NODE_ENV } = env();
  // In development Next compiles here.
  if (NODE_ENV !== 'development') limitStall(LOOP_LIMIT_SECONDS * 1_000);
  process.on('message', (message: { type?: string; processId?: string; restarts?: number }) => {
    if (message.type === 'restarts' && message.restarts !== undefined)
      metrics().restartsKnown(message.restarts);
    if (message.type !== 'process-ended' || message.processId === undefined) return;
    takeOverFrom(message.processId).catch((error) => reportDatabaseFault('take over from a process', error));
  });
  process.send?.({ type: 'ready', url, drainMs: drainMs(), processId: thisProcess().id });
}

/** Tells the supervisor, if there is one, and the terminal; the process ends with 1. */
export function failToStart(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  if (process.send === undefined) console.error(message);
  else process.send({ type: 'fatal', message });
  process.exit(1);
}

const drainMs = (): number => env().DRAIN_SECONDS * 1000;

/**
 * Runs of this process have ended, also those whose caller has gone; at the latest when `giveUp` is aborted.
 */
export async function runsEnded(giveUp: AbortSignal): Promise<void> {
  while (runningExecutions().size > 0 && !giveUp.aborted) await sleep(LOOK_EVERY_MS);
}

/**
 * Runs `close` once, at the first sign that this process should end. `giveUp` is aborted when the drain time
 * is over, when the supervisor says so, and without one at a second signal: what is under way then goes on
 * elsewhere.
 */
export function onShutdown(close: (giveUp: AbortSignal) => Promise<void>): void {
  const giveUp = new AbortController();
  let askedAtMs: number | null = null;
  const end = (): void => {
    if (askedAtMs !== null) {
      // A supervisor signals later than the service manager, after the port is closed, and says itself when to give up.
      if (!process.connected && Date.now() - askedAtMs > SAME_SIGN_MS) giveUp.abort();
      return;
    }
    askedAtMs = Date.now();
    setTimeout(() => giveUp.abort(), drainMs()).unref();
    close(giveUp.signal).then(
      () => process.exit(0),
      (error) => {
        logger('process').error('could not close in good order', { error });
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.on('message', (message) => {
    if (message === 'give-up') giveUp.abort();
  });
  process.on('disconnect', () => {
    end(); // the supervisor has died, and with it what watches over this process
    setTimeout(() => giveUp.abort(), ORPHAN_DRAIN_MS).unref();
  });
}
