import type { ClientBase } from 'pg';
import { exactUsd } from '../../platform/postgres/exact-usd';
import { ALL_WORKFLOWS } from '../logs/log-facet';
import { ALL_TRIGGERS, bucketInSql, DURATION_KINDS } from './duration-buckets';
import { withProgress } from './rollup-progress';

/** Logs in one statement, so that none takes long or locks much. */
export const LOGS_PER_STEP = 5_000;

// Sorted by the keys, so that two statements can't deadlock.
const ADD_UP = `
WITH fresh AS MATERIALIZED (
  SELECT g.grain, v.workflow_id, date_trunc(g.grain, l.started_at, 'UTC') AS at, l.level, l.trigger,
    l.duration_ms, l.waited_ms, l.cost_total
  FROM runtime.log l CROSS JOIN (VALUES ('hour'), ('day'), ('week')) g (grain)
    CROSS JOIN LATERAL (VALUES (${ALL_WORKFLOWS}), (l.workflow_id)) v (workflow_id)
  WHERE l.workspace_id = $1::uuid AND l.seq > $2::bigint AND l.seq <= $3::bigint
    AND l.started_at >= to_timestamp($4::float8 / 1000)
), outcomes AS (
  INSERT INTO runtime.log_rollup AS r
    (workspace_id, grain, workflow_id, at, level, trigger, n, duration_ms, cost)
  SELECT $1::uuid, grain, workflow_id, at, level, trigger, count(*), sum(duration_ms),
    ${exactUsd('sum(cost_total)')}
  FROM fresh
  GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
  ON CONFLICT (workspace_id, grain, workflow_id, at, level, trigger) DO UPDATE SET n = r.n + excluded.n,
    duration_ms = r.duration_ms + excluded.duration_ms, cost = ${exactUsd('r.cost + excluded.cost')}
), durations AS (
  INSERT INTO runtime.duration_rollup AS r (workspace_id, grain, workflow_id, trigger, at, kind, bucket, n)
  SELECT $1::uuid, grain, workflow_id, t.trigger, at, k.kind, ${bucketInSql('k.ms')}, count(*)
  FROM fresh CROSS JOIN LATERAL (VALUES ('${ALL_TRIGGERS}'), (fresh.trigger)) t (trigger)
    CROSS JOIN LATERAL ${DURATION_KINDS('fresh')}
  GROUP BY 2, 3, 4, 5, 6, 7 ORDER BY 2, 3, 4, 5, 6, 7
  ON CONFLICT (workspace_id, grain, workflow_id, trigger, at, kind, bucket) DO UPDATE SET n = r.n + excluded.n
)
UPDATE runtime.rollup_progress SET seq = $3 WHERE workspace_id = $1::uuid`;

/**
 * Adds a workspace's next logs to the sums by hour, day and week and advances its `seq`, in one
 * transaction. Feed numbers become visible in order, so no number below the counter is still missing.
 * @returns true if there is more to do
 */
export const addUpLogs = (workspaceId: string): Promise<boolean> =>
  withProgress(workspaceId, 'seq', async (client: ClientBase, { seq, feed, retained_ms }) => {
    if (seq >= feed) return false;
    const upTo = Math.min(feed, seq + LOGS_PER_STEP);
    await client.query({ name: 'rollups-add', text: ADD_UP, values: [workspaceId, seq, upTo, retained_ms] });
    return upTo < feed;
  });
