import { iterationOf } from '../../../core/engine/request-key';
import { groupedBy } from '../../../platform/grouped-by';
import { pool } from '../../../platform/postgres/db';
import { type Actor, hasRole } from '../../access/actor';
import type { ExecutionState } from '../schema';
import { waitLinks } from './wait-links';

// Waits are ordered by their start. Called executions that are waited for have states of their own.
const READ_OPEN = `
SELECT w.id, w.execution_id, w.step, w.due_at, w.form IS NOT NULL AS is_asked, o.origin, o.since
FROM runtime.execution e JOIN runtime.execution_wait w ON w.id = ANY (e.awaits)
LEFT JOIN runtime.server_outage o ON o.id = w.outage_id
WHERE e.id = ANY ($1::uuid[]) AND w.answered_at IS NULL ORDER BY w.started_at, w.id`;

interface OpenRow {
  id: string;
  execution_id: string;
  step: string;
  due_at: Date | null;
  is_asked: boolean;
  /** Of the server that it waits for; null if it waits for none. */
  origin: string | null;
  since: Date | null;
}

/** Returns the waits of parked executions, by their ids; an execution without waits has no entry. */
export async function openWaits(
  executionIds: readonly string[],
  mayAnswer: boolean,
): Promise<Map<string, ExecutionState['waits']>> {
  if (executionIds.length === 0) return new Map();
  const { rows } = await pool().query<OpenRow>(READ_OPEN, [executionIds]);
  const waitOf = ({ id, step, due_at: due, is_asked: isAsked, origin, since }: OpenRow) => ({
    ...iterationOf(step),
    dueAt: due?.toISOString() ?? null,
    url: isAsked && mayAnswer ? waitLinks(id).url : null,
    ...(origin !== null && since !== null && { server: { origin, since: since.toISOString() } }),
  });
  const byExecution = groupedBy(rows, ({ execution_id: executionId }) => executionId);
  return new Map(Array.from(byExecution, ([executionId, own]) => [executionId, own.map(waitOf)]));
}

/** Whoever has a link may answer: it is shown to those who may run workflows. */
export const mayAnswer = (actor: Actor, workspaceId: string): boolean =>
  hasRole(actor, workspaceId, 'writer') &&
  (actor.kind !== 'apiKey' || actor.scopes?.has('workflows:run') === true);
