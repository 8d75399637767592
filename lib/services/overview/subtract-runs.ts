import { Prisma } from '../../generated/prisma/client';
import { exactUsd } from '../../platform/postgres/exact-usd';
import { ALL_WORKFLOWS } from '../logs/log-facet';
import type { DeletedRuns, RemoveRuns } from '../tables/define-tables';
import { ALL_TRIGGERS, bucketInSql, DURATION_KINDS } from './duration-buckets';

const { raw, sql } = Prisma;

/**
 * Locks a workspace's progress as `withProgress` does: what is being added up is committed then, and what is
 * added up later doesn't see the deleted logs.
 */
export const lockProgress: RemoveRuns = (tx, { workspaceId }) => tx.$executeRaw`
  INSERT INTO runtime.rollup_progress AS p (workspace_id)
  SELECT workspace_id FROM runtime.workspace_feed WHERE workspace_id = ${workspaceId}::uuid
  ON CONFLICT (workspace_id) DO UPDATE SET seq = p.seq`;

/** The logs `l` that are in the sums, once for each grain `g` and for each workflow `v` whose sums count them. */
const inSums = ({ workspaceId, logIds }: DeletedRuns): Prisma.Sql => sql`
  FROM runtime.log l JOIN runtime.rollup_progress p ON p.workspace_id = l.workspace_id
    CROSS JOIN (VALUES ('hour'), ('day'), ('week')) g (grain)
    CROSS JOIN LATERAL (VALUES (${raw(ALL_WORKFLOWS)}), (l.workflow_id)) v (workflow_id)
  WHERE l.workspace_id = ${workspaceId}::uuid AND l.id = ANY (${logIds}::uuid[]) AND l.seq <= p.seq
    AND l.started_at >= p.retained_from`;

const OUTCOME_KEYS = raw(`r.grain = s.grain AND r.workflow_id = s.workflow_id AND r.at = s.at
  AND r.level = s.level AND r.trigger = s.trigger`);

/** Takes logs out of the counts of runs, so that these go on counting what the list shows. */
export const subtractOutcomes: RemoveRuns = (tx, runs) => tx.$executeRaw`
  WITH s AS MATERIALIZED (
    SELECT g.grain, v.workflow_id, date_trunc(g.grain, l.started_at, 'UTC') AS at, l.level, l.trigger,
      count(*) AS n, sum(l.duration_ms) AS duration_ms, sum(l.cost_total) AS cost
    ${inSums(runs)} GROUP BY 1, 2, 3, 4, 5
  ), emptied AS (
    DELETE FROM runtime.log_rollup r USING s
    WHERE r.workspace_id = ${runs.workspaceId}::uuid AND ${OUTCOME_KEYS} AND r.n <= s.n
  )
  UPDATE runtime.log_rollup r SET n = r.n - s.n, duration_ms = r.duration_ms - s.duration_ms,
    cost = ${raw(exactUsd('r.cost - s.cost'))}
  FROM s WHERE r.workspace_id = ${runs.workspaceId}::uuid AND ${OUTCOME_KEYS} AND r.n > s.n`;

const DURATION_KEYS = raw(`r.grain = s.grain AND r.workflow_id = s.workflow_id AND r.at = s.at
  AND r.trigger = s.trigger AND r.kind = s.kind AND r.bucket = s.bucket`);

/** Does the same for the counts of durations. */
export const subtractDurations: RemoveRuns = (tx, runs) => tx.$executeRaw`
  WITH gone AS MATERIALIZED (
    SELECT g.grain, v.workflow_id, date_trunc(g.grain, l.started_at, 'UTC') AS at, l.trigger, l.duration_ms,
      l.waited_ms
    ${inSums(runs)}
  ), s AS MATERIALIZED (
    SELECT grain, workflow_id, at, t.trigger, k.kind, ${raw(bucketInSql('k.ms'))} AS bucket, count(*) AS n
    FROM gone CROSS JOIN LATERAL (VALUES (${raw(`'${ALL_TRIGGERS}'`)}), (gone.trigger)) t (trigger)
      CROSS JOIN LATERAL ${raw(DURATION_KINDS('gone'))}
    GROUP BY 1, 2, 3, 4, 5, 6
  ), emptied AS (
    DELETE FROM runtime.duration_rollup r USING s
    WHERE r.workspace_id = ${runs.workspaceId}::uuid AND ${DURATION_KEYS} AND r.n <= s.n
  )
  UPDATE runtime.duration_rollup r SET n = r.n - s.n
  FROM s WHERE r.workspace_id = ${runs.workspaceId}::uuid AND ${DURATION_KEYS} AND r.n > s.n`;
