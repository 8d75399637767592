import type { ClientBase } from 'pg';
import type { Forecast } from '../../../core/replay/forecast';
import { pool } from '../../../platform/postgres/db';
import { inTransaction } from '../../../platform/postgres/in-transaction';
import { unnestRows } from '../../../platform/postgres/unnest-rows';
import { systemAudit } from '../../audit/system-audit';
import type { BulkOutcome } from '../schema';
import type { ClaimedJob } from './claim-jobs';

/** A run of the job that is still to be done. */
export interface WaitingItem {
  place: number;
  logId: string | null;
  executionId: string | null;
}

const WAITING = `
SELECT place, log_id AS "logId", execution_id AS "executionId" FROM runtime.bulk_item
WHERE job_id = $1 AND outcome IS NULL ORDER BY place LIMIT $2`;

export async function waitingItems({ id }: ClaimedJob, most: number): Promise<WaitingItem[]> {
  return (await pool().query<WaitingItem>({ name: 'bulk-waiting', text: WAITING, values: [id, most] })).rows;
}

/** What became of an item. */
export interface EndedItem extends Partial<Omit<Forecast, 'outcome' | 'repeated'>> {
  place: number;
  outcome: BulkOutcome;
  message?: string;
  newRun?: { logId: string; executionId: string };
}

const ENDED = unnestRows<EndedItem>([
  { column: 'place', type: 'integer', of: ({ place }) => place },
  { column: 'outcome', type: 'text', of: ({ outcome }) => outcome },
  { column: 'message', type: 'text', of: ({ message = null }) => message },
  { column: 'new_log_id', type: 'uuid', of: ({ newRun }) => newRun?.logId ?? null },
  { column: 'new_execution_id', type: 'uuid', of: ({ newRun }) => newRun?.executionId ?? null },
  { column: 'block_id', type: 'text', of: ({ blockId = null }) => blockId },
  { column: 'block_name', type: 'text', of: ({ blockName = null }) => blockName },
  { column: 'code', type: 'text', of: ({ code = null }) => code },
  { column: 'otherwise', type: 'text', of: ({ otherwise = null }) => otherwise },
  { column: 'may_differ', type: 'boolean', of: ({ mayDiffer = false }) => mayDiffer },
]);

const MARK = `
UPDATE runtime.bulk_item i SET outcome = e.outcome, message = e.message, new_log_id = e.new_log_id,
  new_execution_id = e.new_execution_id, block_id = e.block_id, block_name = e.block_name, code = e.code,
  otherwise = e.otherwise, may_differ = e.may_differ
FROM ${ENDED.from('e')}
WHERE i.job_id = $${ENDED.parameters + 1} AND i.place = e.place AND i.outcome IS NULL RETURNING i.place`;

/** Locks a job that this process still has. Parameters: its id and its token. */
export const LOCK_JOB = `
SELECT FROM runtime.bulk_job WHERE id = $1 AND lease_token = $2 AND state = 'running' FOR UPDATE`;

// The token stays: the process goes on with the job.
const ADVANCE = `
UPDATE runtime.bulk_job SET done = done + $2, leased_at = now(), problem = NULL,
  next_at = now() + $3 * interval '1 millisecond'
WHERE id = $1`;

/**
 * Marks items as done and does to the database what they are done by, in one transaction: a process that dies,
 * or that has lost the job, leaves neither.
 * @param restMs until the next step, in milliseconds
 * @returns false if the job is paused, stopped or another process's
 */
export async function settleItems(
  { id, token }: ClaimedJob,
  ended: readonly EndedItem[],
  restMs: number,
  act?: (client: ClientBase, places: ReadonlySet<number>) => Promise<void>,
): Promise<boolean> {
  return inTransaction(pool(), async (client) => {
    if ((await client.query(LOCK_JOB, [id, token])).rowCount === 0) return false;
    const { rows } = await client.query<{ place: number }>({
      name: 'bulk-mark',
      text: MARK,
      values: [...ENDED.values(ended), id],
    });
    await act?.(client, new Set(rows.map(({ place }) => place)));
    await client.query(ADVANCE, [id, rows.length, restMs]);
    return true;
  });
}

const END = `
WITH ended AS (
  UPDATE runtime.bulk_job SET state = $3, finished_at = now(), problem = $4, lease_token = NULL,
    lease_owner = NULL, leased_at = NULL
  WHERE id = $1 AND lease_token = $2 AND state = 'running' RETURNING id, workspace_id, kind, done, problem
)`;
const endedAs = (action: string): string =>
  END +
  systemAudit({
    from: 'ended',
    action,
    target: 'id',
    detail: "jsonb_build_object('name', kind, 'runs', done, 'reason', problem)",
  });
const FINISH = endedAs('bulk.finished');
const STOP = endedAs('bulk.stopped');

/** Ends a job that has nothing left to do. */
export async function finishJob({ id, token }: ClaimedJob, problem: string | null = null): Promise<void> {
  await pool().query(FINISH, [id, token, 'finished', problem]);
}

/** Ends a job that can't go on. `problem`: why, as a sentence. */
export async function stopJob({ id, token }: ClaimedJob, problem: string): Promise<void> {
  await pool().query(STOP, [id, token, 'stopped', problem]);
}
