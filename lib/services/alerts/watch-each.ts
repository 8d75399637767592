import type { ClientBase } from 'pg';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import type { Found } from './found-places';
import { IN_WINDOW, IS_OVER, MOST_RUNS } from './measure-runs';
import type { RuleFacts } from './rule-facts';
import type { EachCondition } from './schema';

/** Workflows, holds or servers that a rule keeps apart; those that it has notified of come first. */
const MOST_WATCHED = 1_000;
const MOST_WAITING = 10_000;

/** What a rule looks at by itself: a workflow, a hold or a server. */
interface Watched extends Found {
  id: string;
  /** Whether the condition holds for it. */
  holds: boolean;
}

const isChosen = (column: string) => `(cardinality($3::uuid[]) = 0 OR ${column} = ANY ($3))`;
const WINDOW_START = `now() - make_interval(mins => $2)`;
const FIRST = `ORDER BY id = ANY ($4) DESC, id LIMIT ${MOST_WATCHED}`;

// What ran before has sums by week; a workflow that only its authors ran has none of other triggers. Without
// them a live schedule counts that was there when the window began. Nothing is said of a time whose logs were
// deleted, nor of a workflow that somebody unpublished.
const SILENT = `
WITH running AS MATERIALIZED (
  SELECT DISTINCT workflow_id AS id FROM runtime.execution
  WHERE workspace_id = $1 AND state = ${QUEUE_STATE.sql.running} AND trigger <> 'manual'
), watched AS (
  SELECT w.id, w.name, w.id NOT IN (SELECT id FROM running) AND NOT EXISTS (
    SELECT FROM runtime.log l WHERE l.workspace_id = w.workspace_id AND l.workflow_id = w.id
      AND l.started_at > ${WINDOW_START} - interval '1 hour' AND l.ended_at > ${WINDOW_START}
      AND l.trigger <> 'manual') AS holds
  FROM workflow w
  WHERE w.workspace_id = $1 AND w.deleted_at IS NULL AND ${isChosen('w.id')}
    AND ${WINDOW_START} >= coalesce(
      (SELECT retained_from FROM runtime.rollup_progress WHERE workspace_id = $1), to_timestamp(0))
    AND (w.live_version IS NOT NULL
      OR NOT EXISTS (SELECT FROM workflow_version v WHERE v.workflow_id = w.id))
    AND (EXISTS (SELECT FROM runtime.log_rollup r WHERE r.workspace_id = w.workspace_id AND r.grain = 'week'
        AND r.workflow_id = w.id AND r.trigger <> 'manual')
      OR EXISTS (SELECT FROM runtime.schedule s
        JOIN workflow_version v ON v.workflow_id = s.workflow_id AND v.number = s.version
        WHERE s.workflow_id = w.id AND NOT s.paused AND s.next_fire_at IS NOT NULL
          AND v.created_at <= ${WINDOW_START}))
)
SELECT id, id AS "workflowId", name, holds FROM watched WHERE holds OR id = ANY ($4::uuid[]) ${FIRST}`;

// Workflows with a failure among the newest of the window, and those that the rule has notified of: these are
// well once their newest run succeeded, and not because nothing ran. Stopped runs are passed over.
const IN_A_ROW = `
WITH failing AS MATERIALIZED (
  SELECT workflow_id AS id FROM (
    SELECT workflow_id FROM ${IN_WINDOW} AND level = 'error' AND ${IS_OVER}
    ORDER BY started_at DESC, id DESC LIMIT ${MOST_RUNS}) newest
  UNION SELECT unnest($4::uuid[])
), watched AS (
  SELECT w.id, w.name, CASE WHEN w.id = ANY ($4) THEN coalesce(latest.failed_last, true)
    ELSE latest.n = $5 AND latest.all_failed END AS holds
  FROM failing f JOIN workflow w ON w.id = f.id
  CROSS JOIN LATERAL (
    SELECT count(*) AS n, bool_and(level = 'error') AS all_failed,
      (array_agg(level ORDER BY started_at DESC, id DESC))[1] = 'error' AS failed_last
    FROM (
      SELECT level, started_at, id FROM ${IN_WINDOW} AND workflow_id = w.id AND level <> 'cancelled' AND ${IS_OVER}
      ORDER BY started_at DESC, id DESC LIMIT $5) newest
  ) latest
  WHERE w.workspace_id = $1 AND w.deleted_at IS NULL AND ${isChosen('w.id')}
)
SELECT id, id AS "workflowId", name, holds FROM watched WHERE holds OR id = ANY ($4) ${FIRST}`;

// A hold of the whole workspace keeps the chosen workflows too. What is being released is no longer held.
const HELD = `
SELECT h.id, h.workflow_id AS "workflowId", w.name, true AS holds
FROM runtime.hold h LEFT JOIN workflow w ON w.id = h.workflow_id
WHERE h.workspace_id = $1 AND h.released_at IS NULL AND h.held_at < ${WINDOW_START}
  AND (h.workflow_id IS NULL OR ${isChosen('h.workflow_id')})
ORDER BY h.id = ANY ($4::uuid[]) DESC, h.id LIMIT ${MOST_WATCHED}`;

// Of the runs that wait for a server, the oldest are looked at for those of chosen workflows.
const AWAY = `
SELECT o.id, null AS "workflowId", o.origin AS name, true AS holds
FROM runtime.server_outage o
WHERE o.workspace_id = $1 AND o.state <> 'suspected' AND o.since < ${WINDOW_START}
  AND (cardinality($3::uuid[]) = 0 OR EXISTS (
    SELECT FROM (
      SELECT w.execution_id FROM runtime.execution_wait w
      WHERE w.outage_id = o.id AND w.answered_at IS NULL ORDER BY w.id LIMIT ${MOST_WAITING}
    ) waiting JOIN runtime.execution e ON e.id = waiting.execution_id WHERE ${isChosen('e.workflow_id')}))
ORDER BY o.id = ANY ($4::uuid[]) DESC, o.id LIMIT ${MOST_WATCHED}`;

const QUERIES: Record<EachCondition['kind'], string> = {
  'failures-in-a-row': IN_A_ROW,
  'no-runs': SILENT,
  'hold-older-than': HELD,
  'server-away': AWAY,
};

interface WatchingRule extends Pick<RuleFacts, 'workspaceId' | 'windowMinutes' | 'workflowIds'> {
  /** What it has notified of. */
  firingFor: readonly string[];
}

interface WatchResult {
  /** All for which the condition holds. */
  holding: Watched[];
  /** Those of them that the rule has not notified of. */
  begun: Watched[];
  /** What it has notified of and is well again; not what was deleted or is no longer watched. */
  ended: Found[];
}

/** Looks at each workflow, hold or server by itself. */
export async function watchEach(
  client: ClientBase,
  { workspaceId, windowMinutes, workflowIds, firingFor }: WatchingRule,
  condition: EachCondition,
): Promise<WatchResult> {
  const values = [workspaceId, windowMinutes, workflowIds, firingFor];
  const { rows } = await client.query<Watched>(
    QUERIES[condition.kind],
    'count' in condition ? [...values, condition.count] : values,
  );
  const told = new Set(firingFor);
  const holding = rows.filter(({ holds }) => holds);
  return {
    holding,
    begun: holding.filter(({ id }) => !told.has(id)),
    ended: LEAVES_NO_ROW.has(condition.kind) ? overOf(rows, firingFor) : rows.filter(({ holds }) => !holds),
  };
}

const LEAVES_NO_ROW = new Set<EachCondition['kind']>(['hold-older-than', 'server-away']);

/** A hold or an outage that is over has no row, and so no name. */
function overOf(rows: readonly Watched[], firingFor: readonly string[]): Found[] {
  const here = new Set(rows.map(({ id }) => id));
  return firingFor.filter((id) => !here.has(id)).map(() => ({ workflowId: null, name: null }));
}
