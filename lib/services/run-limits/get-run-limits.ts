import { pool } from '../../platform/postgres/db';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import type { Actor } from '../access/actor';
import { limitsOfStored, type StoredLimits } from '../runs/shapes/run-limits';
import { findWorkflow } from '../workflows/find-workflow';
import { NO_LIMITS, type RunLimitsNow } from './schema';

const MOST_COUNTED = 10_000;

const READ = `
SELECT (SELECT to_jsonb(l) FROM runtime.run_limit l WHERE l.workflow_id = $1) AS limits,
  (SELECT count(*) FROM (SELECT FROM runtime.execution
    WHERE state = ${QUEUE_STATE.sql.waiting} AND workflow_id = $1 LIMIT ${MOST_COUNTED}) AS w)::integer AS waiting,
  (SELECT count(*) FROM (SELECT FROM runtime.execution
    WHERE turn_at IS NOT NULL AND workflow_id = $1 LIMIT ${MOST_COUNTED}) AS t)::integer AS running`;

interface Row {
  limits: StoredLimits | null;
  waiting: number;
  running: number;
}

/** @throws AppError not_found, forbidden */
export async function getRunLimits(actor: Actor, { id }: { id: string }): Promise<{ data: RunLimitsNow }> {
  await findWorkflow(actor, id, 'reader');
  return { data: await readRunLimits(id) };
}

export async function readRunLimits(id: string): Promise<RunLimitsNow> {
  const { rows } = await pool().query<Row>({ name: 'read-run-limits', text: READ, values: [id] });
  const { limits = null, waiting = 0, running = 0 } = rows[0] ?? {};
  return { ...(limits === null ? NO_LIMITS : limitsOfStored(limits)), waiting, running };
}
