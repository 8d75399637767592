import { pool } from '../../platform/postgres/db';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import type { WaitingCallers } from '../runs/shapes/start-hold';
import type { HeldScope } from './held-scope';
import { type Hold, MOST_WAITING_COUNTED } from './schema';

const READ = `
SELECT h.id, h.workspace_id, h.workflow_id, h.reason, h.waiting_callers, h.held_by, u.name, h.held_at,
  h.released_at, h.per_minute,
  (SELECT count(*) FROM (
    SELECT FROM runtime.execution e WHERE e.state = ${QUEUE_STATE.sql.held} AND e.hold_id = h.id
    LIMIT ${MOST_WAITING_COUNTED}
  ) AS counted)::integer AS waiting
FROM runtime.hold h LEFT JOIN "user" u ON u.id = h.held_by
WHERE h.workspace_id = $1`;

// A workflow's own comes first.
const READ_ONE = `${READ} AND (h.workflow_id IS NULL OR h.workflow_id = $2) ORDER BY h.workflow_id LIMIT 1`;
const READ_ALL = `${READ} ORDER BY h.workflow_id NULLS FIRST`;

interface Row {
  id: string;
  workspace_id: string;
  workflow_id: string | null;
  reason: string;
  waiting_callers: WaitingCallers;
  held_by: string | null;
  name: string | null;
  held_at: Date;
  released_at: Date | null;
  per_minute: number | null;
  waiting: number;
}

/** Returns the hold that counts there: the workflow's own, else that of its workspace, else null. */
export async function readHold({ workspaceId, workflowId }: HeldScope): Promise<Hold | null> {
  const { rows } = await pool().query<Row>(READ_ONE, [workspaceId, workflowId]);
  return rows[0] === undefined ? null : toHold(rows[0]);
}

/** Returns all holds of a workspace; that on the workspace itself comes first. */
export async function readHolds(workspaceId: string): Promise<Hold[]> {
  return (await pool().query<Row>(READ_ALL, [workspaceId])).rows.map(toHold);
}

function toHold(row: Row): Hold {
  const { held_by: id, name, released_at: releasedAt } = row;
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    workflowId: row.workflow_id,
    reason: row.reason,
    waitingCallers: row.waiting_callers,
    heldBy: id === null || name === null ? null : { id, name },
    ...(id === null && { byRule: true as const }),
    heldAt: row.held_at.toISOString(),
    waiting: row.waiting,
    release: releasedAt === null ? null : { startedAt: releasedAt.toISOString(), perMinute: row.per_minute },
  };
}
