import type { EndpointInput } from '../../platform/http/endpoint';
import { pageOf, readTimeCursor, timeCursor } from '../../platform/http/time-cursor';
import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import type { listErrorGroupsEndpoint } from './endpoints';
import { ERROR_GROUP_STATES, type ErrorGroup, type ErrorGroupCounts, MAX_COUNTED_GROUPS } from './schema';
import { type GroupRow, SELECT_GROUPS, toGroup } from './select-groups';

/** Conditions on the group `g`, apart from its state. */
const CHOSEN = `g.workspace_id = $1::uuid AND ($2::uuid[] IS NULL OR g.workflow_id = ANY ($2))
  AND ($3::uuid IS NULL OR g.assignee_id = $3)
  AND ($4::uuid IS NULL OR g.id = (SELECT r.group_id FROM runtime.error_group_run r WHERE r.log_id = $4 LIMIT 1))`;

const PAGE = `${SELECT_GROUPS}
WHERE ${CHOSEN} AND ($5::text[] IS NULL OR g.state = ANY ($5))
  AND (g.last_seen_at, g.id) < ($6::timestamptz, $7::uuid)
ORDER BY g.last_seen_at DESC, g.id DESC LIMIT $8`;

const COUNTS = `
SELECT s.state, (SELECT count(*) FROM (
  SELECT FROM runtime.error_group g JOIN workflow w ON w.id = g.workflow_id AND w.deleted_at IS NULL
  WHERE ${CHOSEN} AND g.state = s.state LIMIT ${MAX_COUNTED_GROUPS}) counted) AS n
FROM unnest($5::text[]) AS s(state)`;

const PENDING = `
SELECT greatest(0, coalesce((SELECT n FROM runtime.workspace_feed WHERE workspace_id = $1), 0)
  - coalesce((SELECT seq FROM runtime.error_group_progress WHERE workspace_id = $1), 0)) AS n`;

export interface ListedGroups {
  data: ErrorGroup[];
  nextCursor: string | null;
  counts: ErrorGroupCounts;
  /** Runs that ended and have not been looked at. */
  pendingRuns: number;
}

type ListGroups = EndpointInput<typeof listErrorGroupsEndpoint>['query'];

/**
 * Lists groups, those that occurred last first. One that occurs again meanwhile goes to the list's beginning.
 * @throws AppError forbidden, cursor_invalid
 */
export async function listErrorGroups(
  actor: Actor,
  { workspaceId, states, workflowIds, assigneeId, logId, cursor, limit }: ListGroups,
): Promise<ListedGroups> {
  requireRole(actor, workspaceId, 'reader');
  const before = readTimeCursor(cursor);
  const ids = [assigneeId, logId].filter((id) => id !== undefined);
  const pending = await pool().query<{ n: number }>(PENDING, [workspaceId]);
  const pendingRuns = pending.rows[0]?.n ?? 0;
  if (!ids.every(isId)) return { data: [], nextCursor: null, counts: countsOf([]), pendingRuns };
  const chosen = [workspaceId, workflowIds?.filter(isId) ?? null, assigneeId ?? null, logId ?? null];
  const [listed, counted] = await Promise.all([
    pool().query<GroupRow>(PAGE, [...chosen, states ?? null, before.at, before.id, limit + 1]),
    pool().query<StateCount>(COUNTS, [...chosen, [...ERROR_GROUP_STATES]]),
  ]);
  const { page, nextCursor } = pageOf(listed.rows, limit, (row) => timeCursor(row.last_seen_at, row.id));
  return { data: page.map(toGroup), nextCursor, counts: countsOf(counted.rows), pendingRuns };
}

interface StateCount {
  state: keyof ErrorGroupCounts;
  n: number;
}

const countsOf = (rows: readonly StateCount[]): ErrorGroupCounts => ({
  new: 0,
  acknowledged: 0,
  resolved: 0,
  ignored: 0,
  ...Object.fromEntries(rows.map(({ state, n }) => [state, n])),
});
