import { pool } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import type { TriedFailures } from '../runs/shapes/later-tries';
import { findWorkflow } from '../workflows/find-workflow';
import { type LaterTriesNow, NO_LATER_TRIES } from './schema';

const MOST_COUNTED = 10_000;

const READ = `
SELECT (SELECT to_jsonb(r) FROM runtime.retry_rule r WHERE r.workflow_id = $1) AS rule,
  (SELECT count(*) FROM (SELECT FROM runtime.execution
    WHERE workflow_id = $1 AND first_execution_id IS NOT NULL AND started_at IS NULL LIMIT ${MOST_COUNTED}) AS w
  )::integer AS waiting`;

interface StoredRule {
  tries: number;
  waits: number[];
  failures: TriedFailures;
  codes: string[];
}

/** @throws AppError not_found, forbidden */
export async function getLaterTries(actor: Actor, { id }: { id: string }): Promise<{ data: LaterTriesNow }> {
  await findWorkflow(actor, id, 'reader');
  return { data: await readLaterTries(id) };
}

export async function readLaterTries(id: string): Promise<LaterTriesNow> {
  const { rows } = await pool().query<{ rule: StoredRule | null; waiting: number }>({
    name: 'read-later-tries',
    text: READ,
    values: [id],
  });
  const { rule = null, waiting = 0 } = rows[0] ?? {};
  if (rule === null) return { ...NO_LATER_TRIES, waiting };
  const { tries, waits: waitsSeconds, failures, codes } = rule;
  return { tries, waitsSeconds, failures, codes, waiting };
}
