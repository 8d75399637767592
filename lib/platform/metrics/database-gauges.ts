import { Gauge, type Registry } from 'prom-client';
import { logger } from '../logging/logger';
import { metricsPool, SCRAPE_TIMEOUT_MS } from '../postgres/db';
import { thisProcess } from '../postgres/process-lease';
import { QUEUE_STATE } from '../postgres/queue-state';

const FRESH_MS = 5_000;
/** The counting limit, so that a scrape of a very long queue stays cheap. */
const MOST_COUNTED = 100_000;

const count = (from: string): string =>
  `(SELECT count(*) FROM (SELECT FROM ${from} LIMIT ${MOST_COUNTED}) AS counted)`;
const age = (column: string, from: string): string =>
  `(SELECT greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(${column})), 0))::float8
    FROM ${from})`;

const LEASE = `$1 * interval '1 millisecond'`;
const QUEUED = `runtime.execution WHERE state = ${QUEUE_STATE.sql.queued}`;
const STUCK = `runtime.execution e LEFT JOIN runtime.process p ON p.id = e.owner
  WHERE e.state = ${QUEUE_STATE.sql.running}
  AND (p.id IS NULL OR p.heartbeat_at < now() - ${LEASE})`;
const SCHEDULES_DUE = 'runtime.schedule WHERE look_at <= now()';
const WAITS_OVERDUE = `runtime.execution WHERE state = ${QUEUE_STATE.sql.parked} AND wake_at <= now()`;
// Deliveries with an order or a rate wait for their turn, and are not late.
const DUE = `runtime.webhook_pending p WHERE lease_token IS NULL AND p.next_at <= now()
  AND NOT EXISTS (SELECT FROM runtime.webhook_turn t WHERE t.subscription_id = p.subscription_id)`;
const OLDEST_DUE = `(SELECT next_at FROM ${DUE} ORDER BY next_at LIMIT 1) AS oldest`;

/**
 * The help text of each gauge, and its column. They cover the whole installation: each process reports the
 * same.
 */
const GAUGES = {
  queue_depth: [`Queued runs (counted up to ${MOST_COUNTED}).`, count(QUEUED)],
  queue_oldest_age_seconds: [
    'How long the oldest queued run has been queued; 0 without one.',
    age('coalesce(wake_at, accepted_at)', QUEUED),
  ],
  runs_parked: [
    `Runs that wait for a time, an answer or a called run (counted up to ${MOST_COUNTED}).`,
    count(`runtime.execution WHERE state = ${QUEUE_STATE.sql.parked}`),
  ],
  runs_held: [
    `Runs that a hold keeps from starting (counted up to ${MOST_COUNTED}).`,
    count(`runtime.execution WHERE state = ${QUEUE_STATE.sql.held}`),
  ],
  runs_waiting: [
    `Runs that wait for their turn, where a workflow limits how many go on at once (counted up to ${MOST_COUNTED}).`,
    count(`runtime.execution WHERE state = ${QUEUE_STATE.sql.waiting}`),
  ],
  runs_delayed: [
    `Runs whose time has not come (counted up to ${MOST_COUNTED}).`,
    count(`runtime.execution WHERE state = ${QUEUE_STATE.sql.delayed}`),
  ],
  servers_away: [
    'Servers that runs wait for because they are unavailable, one for each workspace that calls them.',
    count(`runtime.server_outage WHERE state = 'away'`),
  ],
  runs_running: [
    'Runs under way that have a record: synchronous ones after 50 ms.',
    count(`runtime.execution WHERE state = ${QUEUE_STATE.sql.running}`),
  ],
  runs_stuck: ['Runs of dead processes that no process has taken over.', count(STUCK)],
  waits_overdue: [
    `Parked runs whose time has come and that nobody has woken (counted up to ${MOST_COUNTED}).`,
    count(WAITS_OVERDUE),
  ],
  wait_lateness_seconds: [
    'How long the oldest of those is overdue; 0 without one.',
    age('wake_at', WAITS_OVERDUE),
  ],
  schedule_lateness_seconds: [
    'How long the oldest due schedule has been due; 0 without one.',
    age('look_at', SCHEDULES_DUE),
  ],
  deliveries_pending: ['Pending deliveries: waiting, due or in flight.', count('runtime.webhook_pending')],
  deliveries_due: [
    'Deliveries that are due and not yet being sent, without those that take turns.',
    count(DUE),
  ],
  delivery_lag_seconds: [
    'How long the oldest due delivery has been due; 0 without one.',
    age('next_at', OLDEST_DUE),
  ],
  processes: [
    'Servers and workers whose heartbeat is fresh.',
    count(`runtime.process WHERE heartbeat_at >= now() - ${LEASE}`),
  ],
} as const;
type GaugeName = keyof typeof GAUGES;

const READ = `SELECT ${Object.entries(GAUGES)
  .map(([name, [, column]]) => `${column}::float8 AS ${name}`)
  .join(', ')}`;

type Reading = Record<GaugeName, number>;

/**
 * Registers the gauges read from the database, by one statement at most every five seconds, limited to a
 * second. When it doesn't respond in time they are absent rather than old, and `millrace_database_up` is 0.
 */
export function registerDatabaseGauges(registry: Registry): { refresh(): Promise<void> } {
  const registers = [registry];
  const up = new Gauge({
    name: 'millrace_database_up',
    help: 'Whether the database answered within a second.',
    registers,
  });
  const gauges = Object.entries(GAUGES).map(([name, [help]]) => ({
    name: name as GaugeName,
    gauge: new Gauge({ name: `millrace_${name}`, help, registers }),
  }));
  let reading: { fromMs: number; done: Promise<void> } | null = null;

  async function read(): Promise<void> {
    const row = await readWithinTime();
    up.set(row === null ? 0 : 1);
    for (const { name, gauge } of gauges) {
      if (row === null) gauge.remove();
      else gauge.set(row[name]);
    }
  }

  return {
    refresh: () => {
      const nowMs = performance.now();
      if (reading === null || nowMs - reading.fromMs >= FRESH_MS) reading = { fromMs: nowMs, done: read() };
      return reading.done;
    },
  };
}

/** @returns null when the database doesn't respond in time */
async function readWithinTime(): Promise<Reading | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer within a second')), SCRAPE_TIMEOUT_MS);
  });
  const answer = metricsPool().query<Reading>(READ, [thisProcess().timing.leaseMs]);
  answer.catch(() => undefined); // a failure after the timeout has been reported already
  try {
    const { rows } = await Promise.race([answer, late]);
    return rows[0] ?? null;
  } catch (error) {
    logger('metrics').warn('the database could not be read for a scrape', { error });
    return null;
  } finally {
    clearTimeout(timer);
  }
}
