import { iterationOf } from '../../../core/engine/request-key';
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
  const waits = new Map<string, ExecutionState['waits']>();
  if (executionIds.length === 0) return waits;
  const { rows } = await pool().query<OpenRow>(READ_OPEN, [executionIds]);
  for (const { id, execution_id: executionId, step, due_at: due, is_asked: isAsked } of rows) {
    const wait = {
      ...iterationOf(step),
      dueAt: due?.toISOString() ?? null,
      url: isAsked && mayAnswer ? waitLinks(id).url : null,
    };
    waits.set(executionId, [...(waits.get(executionId) ?? []), wait]);
  }
  return waits;
}

/** Whoever has a link may answer: it is shown to those who may run workflows. */
export const mayAnswer = (actor: Actor, workspaceId: string): boolean =>
  hasRole(actor, workspaceId, 'writer') &&
  (actor.kind !== 'apiKey' || actor.scopes?.has('workflows:run') === true);
