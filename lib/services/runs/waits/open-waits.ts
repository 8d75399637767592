import { iterationOf } from '../../../core/engine/request-key';
import { groupedBy } from '../../../platform/grouped-by';
import { pool } from '../../../platform/postgres/db';
import { type Actor, hasRole } from '../../access/actor';
import type { ExecutionState } from '../schema';
import { waitLinks } from './wait-links';

// Waits are ordered by their start. Called executions that are waited for have states of their own.
const READ_OPEN = `
SELECT w.id, w.execution_id, w.step, w.due_at, w.form IS NOT NULL AS is_asked
FROM runtime.execution e JOIN runtime.execution_wait w ON w.id = ANY (e.awaits)
WHERE e.id = ANY ($1::uuid[]) AND w.answered_at IS NULL ORDER BY w.started_at, w.id`;

interface OpenRow {
  id: string;
  execution_id: string;
  step: string;
  due_at: Date | null;
  is_asked: boolean;
}

/** Returns the waits of parked executions, by their ids; an execution without waits has no entry. */
export async function openWaits(
  executionIds: readonly string[],
  mayAnswer: boolean,
): Promise<Map<string, ExecutionState['waits']>> {
  if (executionIds.length === 0) return new Map();
  const { rows } = await pool().query<OpenRow>(READ_OPEN, [executionIds]);
  const waitOf = ({ id, step, due_at: due, is_asked: isAsked }: OpenRow) => ({
    ...iterationOf(step),
    dueAt: due?.toISOString() ?? null,
    url: isAsked && mayAnswer ? waitLinks(id).url : null,
  });
  const byExecution = groupedBy(rows, ({ execution_id: executionId }) => executionId);
  return new Map(Array.from(byExecution, ([executionId, own]) => [executionId, own.map(waitOf)]));
}

/** Whoever has a link may answer: it is shown to those who may run workflows. */
export const mayAnswer = (actor: Actor, workspaceId: string): boolean =>
  hasRole(actor, workspaceId, 'writer') &&
  (actor.kind !== 'apiKey' || actor.scopes?.has('workflows:run') === true);
