import { logsPool } from '../../platform/postgres/db';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import { type Actor, requireRole } from '../access/actor';
import { type StoredStatus, statusOf } from '../logs/log-status';
import type { WorkflowActivity } from './schema';

/** The maximum number of runs examined per workflow. */
const RECENT_RUNS = 10;

// Reads the newest entries of `log_workflow` for each workflow. Its months are opened from the newest on
// until there are enough, however many runs other workflows have had since.
export const READ_ACTIVITY = `
SELECT w.id, recent.*,
  (SELECT count(*)::int FROM runtime.execution e
   WHERE e.workspace_id = w.workspace_id AND e.workflow_id = w.id AND e.state = ${QUEUE_STATE.sql.parked}
  ) AS waiting,
  (SELECT date_part('epoch', min(s.next_fire_at)) * 1000 FROM runtime.schedule s
   WHERE s.workflow_id = w.id AND NOT s.paused) AS next_ms
FROM workflow w CROSS JOIN LATERAL (
  SELECT array_agg(l.id::text) AS log_ids, array_agg(l.level) AS statuses,
    array_agg((date_part('epoch', l.started_at) * 1000)::float8) AS started_ms
  FROM (
    SELECT id, level, started_at FROM runtime.log
    WHERE workspace_id = w.workspace_id AND workflow_id = w.id
    ORDER BY started_at DESC, id DESC LIMIT ${RECENT_RUNS}
  ) AS l
) AS recent
WHERE w.workspace_id = $1::uuid AND w.deleted_at IS NULL`;

interface Row {
  id: string;
  /** All three are newest first; null if it has no finished run. */
  log_ids: string[] | null;
  statuses: StoredStatus[] | null;
  started_ms: number[] | null;
  waiting: number;
  next_ms: number | null;
}

/** Returns the activity of every workflow of a workspace, in no order. @throws AppError forbidden */
export async function listWorkflowActivity(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<{ data: WorkflowActivity[] }> {
  requireRole(actor, workspaceId, 'reader');
  const { rows } = await logsPool().query<Row>({
    name: 'workflow-activity',
    text: READ_ACTIVITY,
    values: [workspaceId],
  });
  return { data: rows.map(toActivity) };
}

function toActivity({ id, log_ids, statuses, started_ms, waiting, next_ms }: Row): WorkflowActivity {
  const [logId, status, startedMs] = [log_ids?.[0], statuses?.[0], started_ms?.[0]];
  const hasRun = logId !== undefined && status !== undefined && startedMs !== undefined;
  return {
    workflowId: id,
    lastRun: hasRun ? { logId, status: statusOf(status), startedAt: isoOf(startedMs) } : null,
    failures: failuresSinceSuccess(statuses ?? []),
    waiting,
    nextRunAt: next_ms === null ? null : isoOf(next_ms),
  };
}

/** Counts failures; stopped runs are ignored. @param statuses of the latest runs, newest first */
function failuresSinceSuccess(statuses: readonly StoredStatus[]): number {
  const ended = statuses.filter((status) => status !== 'cancelled');
  const success = ended.findIndex((status) => status !== 'error');
  return success < 0 ? ended.length : success;
}

const isoOf = (ms: number): string => new Date(ms).toISOString();
