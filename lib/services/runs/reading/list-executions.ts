import type { z } from 'zod';
import { AppError } from '../../../platform/errors';
import { HIGHEST_ID, isId } from '../../../platform/ids';
import { pool } from '../../../platform/postgres/db';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { type Actor, requireRole } from '../../access/actor';
import { reachableWorkflows } from '../../access/key-limits';
import type { listExecutionsEndpoint } from '../endpoints';
import { MAX_BLOCKS_COUNTED, type UnfinishedExecution } from '../schema';
import { mayAnswer, openWaits } from '../waits/open-waits';
import { acceptedRun } from './run-result';
import { type RowOfWaiting, waitsFor } from './waits-for';

// Walks (workspace_id, id) downwards; filters are applied to a workspace's own unfinished executions only.
// Ended blocks are counted by the journals' keys, only for rows of the page; keys of notes contain a `#`.
export const LIST_EXECUTIONS = `
SELECT e.id, e.workflow_id, w.name, e.state, e.trigger, e.mode, e.workflow_version, e.accepted_at,
  e.started_at, e.parent_id, e.cancelled, e.turn_key, e.start_at, e.debounced,
  CASE WHEN e.mode = 'async' THEN (
    SELECT count(*)::int FROM (
      SELECT FROM runtime.execution_step s
      WHERE s.execution_id = e.id AND strpos(s.block_id, '#') = 0 LIMIT ${MAX_BLOCKS_COUNTED}
    ) AS ended
  ) END AS blocks_ended,
  CASE WHEN e.first_execution_id IS NOT NULL THEN (
    SELECT json_build_object('number', t.number, 'total', t.total) FROM runtime.run_try t WHERE t.log_id = e.log_id
  ) END AS tries
FROM runtime.execution e
LEFT JOIN workflow w ON w.id = e.workflow_id AND w.deleted_at IS NULL
WHERE e.workspace_id = $1 AND e.id < $2
  AND ($3::uuid[] IS NULL OR e.workflow_id = ANY ($3))
  AND ($4::text[] IS NULL OR e.trigger = ANY ($4))
  AND ($5::text[] IS NULL OR e.state = ANY ($5))
ORDER BY e.id DESC
LIMIT $6`;

interface Row extends RowOfWaiting {
  id: string;
  workflow_id: string;
  name: string | null;
  trigger: UnfinishedExecution['trigger'];
  mode: UnfinishedExecution['mode'];
  workflow_version: number | null;
  accepted_at: Date;
  started_at: Date | null;
  parent_id: string | null;
  cancelled: boolean;
  blocks_ended: number | null;
  tries: { number: number; total: number } | null;
}

/** Newest first; `nextCursor` is null at the end. @throws AppError forbidden, cursor_invalid */
export async function listExecutions(
  actor: Actor,
  query: z.output<NonNullable<typeof listExecutionsEndpoint.query>>,
): Promise<{ data: UnfinishedExecution[]; nextCursor: string | null }> {
  const { workspaceId, triggers, statuses, cursor = HIGHEST_ID, limit } = query;
  requireRole(actor, workspaceId, 'reader');
  if (!isId(cursor)) throw notOurs();
  // A text that is no id can't be a workflow's.
  const ids = reachableWorkflows(actor, query.workflowIds)?.filter(isId) ?? null;
  const values = [workspaceId, cursor, ids, triggers ?? null, statuses ?? null, limit + 1];
  const { rows } = await pool().query<Row>({ name: 'list-executions', text: LIST_EXECUTIONS, values });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const parked = page.filter(({ state }) => QUEUE_STATE.read(state) === QUEUE_STATE.is.parked);
  const waits = await openWaits(
    parked.map(({ id }) => id),
    mayAnswer(actor, workspaceId),
  );
  return {
    data: page.map((row) => toUnfinished(row, waits.get(row.id) ?? [])),
    nextCursor: last?.id ?? null,
  };
}

function toUnfinished(row: Row, waits: UnfinishedExecution['waits']): UnfinishedExecution {
  const { executionId, statusUrl } = acceptedRun(row.id);
  return {
    executionId,
    workflowId: row.workflow_id,
    workflowName: row.name,
    status: QUEUE_STATE.read(row.state),
    trigger: row.trigger,
    mode: row.mode,
    version: row.workflow_version,
    acceptedAt: row.accepted_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    parentExecutionId: row.parent_id,
    cancelRequested: row.cancelled,
    blocksEnded: row.blocks_ended,
    waits,
    waitsFor: waitsFor(row),
    ...(row.tries !== null && { tries: row.tries }),
    statusUrl,
    cancelUrl: `${statusUrl}/cancel`,
  };
}

const notOurs = (): AppError =>
  new AppError('cursor_invalid', 'This cursor was not issued by this server. Start again without a cursor.', {
    issues: [{ param: 'cursor', code: 'cursor_invalid', message: 'Pass nextCursor as it was given.' }],
  });
