import { iterationOf } from '../../core/engine/request-key';
import { pool } from '../../platform/postgres/db';
import type { ExecutionState } from './schema';
import { waitLinks } from './wait-links';

// In the order in which they began. Called executions that are waited for have states of their own.
const READ_OPEN = `
SELECT w.id, w.step, w.due_at, w.form IS NOT NULL AS is_asked
FROM runtime.execution e JOIN runtime.execution_wait w ON w.id = ANY (e.awaits)
WHERE e.id = $1 AND w.answered_at IS NULL ORDER BY w.started_at, w.id`;

interface OpenRow {
  id: string;
  step: string;
  due_at: Date | null;
  is_asked: boolean;
}

/** What a parked execution waits for. */
export async function openWaits(executionId: string, mayAnswer: boolean): Promise<ExecutionState['waits']> {
  const { rows } = await pool().query<OpenRow>(READ_OPEN, [executionId]);
  return rows.map(({ id, step, due_at: due, is_asked: isAsked }) => ({
    ...iterationOf(step),
    dueAt: due?.toISOString() ?? null,
    url: isAsked && mayAnswer ? waitLinks(id).url : null,
  }));
}
