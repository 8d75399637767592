import type { ClientBase } from 'pg';
import { exactUsd } from '../../platform/postgres/exact-usd';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import { LARGE_BYTES } from '../runs/isolated/large-values';
import { hasNoLaterTry } from '../runs/recording/later-try';
import type { Found } from './found-places';
import type { RuleFacts } from './rule-facts';
import type { MeasuredCondition } from './schema';

/** Runs that began longer than this before the window are not counted. */
const LONGEST_RUN = `interval '1 hour'`;
/** Shares and percentiles are those of so many runs of the window, the newest. */
export const MOST_RUNS = 20_000;
/** Executions in the queue that a notification names, and those that are looked at to find the oldest. */
const MAX_NAMED = 10;
const MOST_QUEUED = 1_000;

// The indexes `log_outcome` and `log_time` are read from the window's start; manual runs are left to their
// author.
export const IN_WINDOW = `
runtime.log WHERE workspace_id = $1
  AND started_at > now() - make_interval(mins => $2) - ${LONGEST_RUN}
  AND ended_at > now() - make_interval(mins => $2)
  AND (cardinality($3::uuid[]) = 0 OR workflow_id = ANY($3)) AND trigger <> 'manual'`;
const atMost = (condition: string) => `SELECT count(*)::float8 AS value FROM (
  SELECT 1 FROM ${IN_WINDOW} AND ${condition} LIMIT $4) found`;
/** A run that is tried again is not over: its last try counts. */
export const IS_OVER = `(level <> 'error' OR ${hasNoLaterTry('log.id')})`;
/** `value` of the newest runs, 0 if there are fewer than the rule asks for. */
const ofNewest = (columns: string, value: string, which = 'true') => `
SELECT CASE WHEN count(*) >= $4 THEN ${value} ELSE 0 END::float8 AS value FROM (
  SELECT ${columns} FROM ${IN_WINDOW} AND ${which} ORDER BY started_at DESC, id DESC LIMIT ${MOST_RUNS}) newest`;

// What had waited for another reason is in the queue since `wake_at`. That is never before the acceptance,
// which the two indexes of the queue have.
const queuedIn = (line: string) => `(
  SELECT id, workflow_id, coalesce(wake_at, accepted_at) AS since FROM runtime.execution
  WHERE workspace_id = $1 AND state = ${QUEUE_STATE.sql.queued} AND octet_length(input) ${line} ${LARGE_BYTES}
    AND accepted_at < now() - make_interval(mins => $2)
    AND coalesce(wake_at, accepted_at) < now() - make_interval(mins => $2)
    AND (cardinality($3::uuid[]) = 0 OR workflow_id = ANY($3)) LIMIT ${MOST_QUEUED})`;
const QUEUED = `
SELECT q.id AS "executionId", q.workflow_id AS "workflowId", w.name
FROM (${queuedIn('<')} UNION ALL ${queuedIn('>=')}) q LEFT JOIN workflow w ON w.id = q.workflow_id
ORDER BY q.since, q.id LIMIT ${MAX_NAMED}`;

// A stopped run has a status of its own and is not a failure.
const MEASURES: Record<Exclude<MeasuredCondition['kind'], 'queue-older-than'>, string> = {
  failures: atMost(`level = 'error' AND ${IS_OVER}`),
  'failure-rate': ofNewest('level', `100.0 * count(*) FILTER (WHERE level = 'error') / count(*)`, IS_OVER),
  'slower-than': atMost('duration_ms - waited_ms > $5'),
  'p95-slower-than': ofNewest(
    'duration_ms - waited_ms AS ms',
    'percentile_disc(0.95) WITHIN GROUP (ORDER BY ms)',
  ),
  'dearer-than': `SELECT ${exactUsd('coalesce(sum(cost_total), 0)')} AS value
    FROM ${IN_WINDOW} AND cost_total > 0`,
};

interface Measured {
  /** Number of runs up to the rule's limit, percent, milliseconds or USD, as its condition has it. */
  value: number;
  holds: boolean;
  /** The first of what waits in the queue. */
  found?: readonly Found[];
}

type Examined = Pick<RuleFacts, 'workspaceId' | 'windowMinutes' | 'workflowIds'>;

/** Measures what a condition is about, over the runs of all chosen workflows together. */
export async function measureRuns(
  client: ClientBase,
  { workspaceId, windowMinutes, workflowIds }: Examined,
  condition: MeasuredCondition,
): Promise<Measured> {
  const values: unknown[] = [workspaceId, windowMinutes, workflowIds];
  if (condition.kind === 'queue-older-than') {
    const { rows } = await client.query<Found>(QUEUED, values);
    return { value: rows.length, holds: rows.length > 0, found: rows };
  }
  if ('count' in condition) values.push(condition.count);
  if (condition.kind === 'slower-than') values.push(condition.ms);
  const { rows } = await client.query<{ value: number }>(MEASURES[condition.kind], values);
  const value = rows[0]?.value ?? 0;
  return { value, holds: isOver(value, condition) };
}

type Limited = Exclude<MeasuredCondition, { kind: 'queue-older-than' }>;

/** A sum, a share or a percentile that is equal to its limit does not exceed it. */
function isOver(value: number, condition: Limited): boolean {
  switch (condition.kind) {
    case 'dearer-than':
      return value >= condition.usd + Number.EPSILON;
    case 'failure-rate':
      return value > condition.percent;
    case 'p95-slower-than':
      return value > condition.ms;
    default:
      return value >= condition.count;
  }
}
