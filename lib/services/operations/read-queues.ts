import type { Pool } from 'pg';
import { thisProcess } from '../../platform/postgres/process-lease';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import type { FailingReceiver, Queues, ServerProcess } from './schema';

const MOST_COUNTED = 100_000;
const MOST_PROCESSES = 200;
const MOST_RECEIVERS = 50;

const { queued: QUEUED, running: RUNNING, parked: PARKED } = QUEUE_STATE.sql;
const count = (from: string): string =>
  `(SELECT count(*) FROM (SELECT FROM ${from} LIMIT ${MOST_COUNTED}) AS counted)::float8`;
const age = (column: string, from: string): string =>
  `(SELECT greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(${column})), 0)) FROM ${from})::float8`;

const OVERDUE = `runtime.execution WHERE state = ${PARKED} AND wake_at <= now()`;
// Deliveries with an order or a rate wait for their turn, and are not late.
const DUE = `runtime.webhook_pending p WHERE lease_token IS NULL AND next_at <= now()
  AND NOT EXISTS (SELECT FROM runtime.webhook_turn t WHERE t.subscription_id = p.subscription_id)`;
const OLDEST_DUE = `(SELECT next_at FROM ${DUE} ORDER BY next_at LIMIT 1) AS oldest`;

const READ_QUEUES = `SELECT
  ${count(`runtime.execution WHERE state = ${QUEUED}`)} AS queued,
  ${age('coalesce(wake_at, accepted_at)', `runtime.execution WHERE state = ${QUEUED}`)} AS "oldestQueuedSeconds",
  ${count(`runtime.execution WHERE state = ${RUNNING}`)} AS running,
  ${count(`runtime.execution e LEFT JOIN runtime.process p ON p.id = e.owner WHERE e.state = ${RUNNING}
    AND (p.id IS NULL OR p.heartbeat_at < now() - $1 * interval '1 millisecond')`)} AS stuck,
  ${count(`runtime.execution WHERE state = ${PARKED}`)} AS parked,
  ${count(OVERDUE)} AS "overdueWaits",
  ${age('wake_at', OVERDUE)} AS "waitLatenessSeconds",
  ${age('look_at', 'runtime.schedule WHERE look_at <= now()')} AS "scheduleLatenessSeconds",
  ${count(DUE)} AS "deliveriesDue",
  ${age('next_at', OLDEST_DUE)} AS "deliveryLagSeconds"`;

export async function readQueues(db: Pool): Promise<Queues> {
  const { rows } = await db.query<Queues>(READ_QUEUES, [thisProcess().timing.leaseMs]);
  return rows[0]!;
}

// Rows of dead processes stay for up to an hour, until nothing of theirs is left.
const READ_PROCESSES = `SELECT id, kind, version, host, started_at,
  extract(epoch FROM now() - heartbeat_at)::float8 AS silent_seconds
FROM runtime.process ORDER BY started_at LIMIT ${MOST_PROCESSES}`;

interface ProcessRow {
  id: string;
  kind: string;
  version: string | null;
  host: string | null;
  started_at: Date;
  silent_seconds: number;
}

export async function readProcesses(db: Pool): Promise<ServerProcess[]> {
  const { rows } = await db.query<ProcessRow>(READ_PROCESSES);
  return rows.map(({ id, kind, version, host, started_at, silent_seconds }) => ({
    id,
    kind,
    version,
    host,
    startedAt: started_at.toISOString(),
    silentSeconds: Math.max(0, Math.round(silent_seconds)),
  }));
}

const READ_FAILING = `SELECT h.subscription_id, s.workspace_id, h.failing_since, h.failures, h.last_reason
FROM runtime.webhook_health h JOIN webhook_subscription s ON s.id = h.subscription_id
WHERE h.failing_since IS NOT NULL AND s.active
ORDER BY h.failing_since LIMIT ${MOST_RECEIVERS}`;

interface FailingRow {
  subscription_id: string;
  workspace_id: string;
  failing_since: Date;
  failures: number;
  last_reason: string | null;
}

export async function readFailingReceivers(db: Pool): Promise<FailingReceiver[]> {
  const { rows } = await db.query<FailingRow>(READ_FAILING);
  return rows.map((row) => ({
    webhookId: row.subscription_id,
    workspaceId: row.workspace_id,
    failingSince: row.failing_since.toISOString(),
    failures: row.failures,
    reason: row.last_reason,
  }));
}
