import { exactUsd } from '../../platform/postgres/exact-usd';
import type { StoredStatus } from '../logs/log-status';
import { ALL_TRIGGERS, bucketInSql, DURATION_KINDS } from './duration-buckets';

// $1 workspace, $2 to $4 segments in the sums, $5 workflows of the sums, $6 and $7 the range in ms (its end
// exclusive), $8 workflows of the logs, $9 triggers; if one of those two lists is missing, it means all.
// The logs above `seq` are added to the sums, all in the snapshot of one transaction.
const TRIGGERS_OF = {
  log_rollup: '($9::text[] IS NULL OR trigger = ANY ($9))',
  duration_rollup: `trigger = ANY (coalesce($9::text[], ARRAY['${ALL_TRIGGERS}']))`,
};

const inSums = (table: keyof typeof TRIGGERS_OF, columns: string): string => `
  SELECT r.* FROM unnest($2::text[], $3::float8[], $4::float8[]) AS s (grain, start_ms, end_ms)
  CROSS JOIN LATERAL (
    SELECT ${columns} FROM runtime.${table}
    WHERE workspace_id = $1::uuid AND grain = s.grain AND workflow_id = ANY ($5::uuid[])
      AND at >= to_timestamp(s.start_ms / 1000) AND at < to_timestamp(s.end_ms / 1000)
      AND ${TRIGGERS_OF[table]}
  ) AS r`;

const inTail = (columns: string): string => `
  SELECT ${columns} FROM (
    SELECT * FROM runtime.log
    WHERE workspace_id = $1::uuid
      AND seq > coalesce((SELECT seq FROM runtime.rollup_progress WHERE workspace_id = $1::uuid), 0)
      AND started_at >= to_timestamp($6::float8 / 1000) AND started_at < to_timestamp($7::float8 / 1000)
      AND ($8::uuid[] IS NULL OR workflow_id = ANY ($8))
      AND ($9::text[] IS NULL OR trigger = ANY ($9)) ORDER BY seq OFFSET 0
  ) AS l`;

/** Returns the `first` columns, then kind, bucket and number of the durations of the logs in no sum yet. */
const durationsInTail = (first: string): string =>
  `${inTail(`${first}, k.kind, ${bucketInSql('k.ms')}, 1`)} CROSS JOIN LATERAL ${DURATION_KINDS('l')}`;

/** `origin` and `width`: the parameters with the start and the width of the buckets. */
const bucketOf = (origin: string, width: string): string =>
  `floor((date_part('epoch', at) * 1000 - ${origin}::float8) / ${width}::float8)::int AS bucket`;

const named = (name: string, text: string) => ({ name: `overview-${name}`, text });

/** Runs and costs by bucket, status and trigger. $10 and $11: start and width of the buckets. */
export const OUTCOMES = named(
  'outcomes',
  `SELECT ${bucketOf('$10', '$11')}, level, trigger, sum(n)::float8 AS n, ${exactUsd('sum(cost)')} AS cost
  FROM (
    ${inSums('log_rollup', 'at, level, trigger, n, cost')}
    UNION ALL ${inTail('started_at, level, trigger, 1, cost_total')}
  ) AS found GROUP BY 1, 2, 3`,
);

/** Counts of runs by bucket, kind (working or waiting) and duration. $10 and $11 as before. */
export const DURATIONS = named(
  'durations',
  `SELECT ${bucketOf('$10', '$11')}, kind, duration, sum(n)::float8 AS n FROM (
    ${inSums('duration_rollup', 'at, kind, bucket AS duration, n')}
    UNION ALL ${durationsInTail('started_at')}
  ) AS found GROUP BY 1, 2, 3`,
);

const runsWith = (status: StoredStatus): string =>
  `coalesce(sum(n) FILTER (WHERE level = '${status}'), 0)::float8`;

/** Workflows with the most runs. $10: the maximum number. */
export const BY_WORKFLOW = named(
  'by-workflow',
  `SELECT workflow_id AS id, sum(n)::float8 AS n, ${exactUsd('sum(cost)')} AS cost,
    ${runsWith('error')} AS errors, ${runsWith('warning')} AS warnings, ${runsWith('cancelled')} AS cancelled
  FROM (
    ${inSums('log_rollup', 'workflow_id, level, n, cost')}
    UNION ALL ${inTail('workflow_id, level, 1, cost_total')}
  ) AS found GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $10::int`,
);

/** Counts of runs by workflow, kind (working or waiting) and duration. */
export const WORKFLOW_DURATIONS = named(
  'workflow-durations',
  `SELECT workflow_id AS id, kind, duration, sum(n)::float8 AS n FROM (
    ${inSums('duration_rollup', 'workflow_id, kind, bucket AS duration, n')}
    UNION ALL ${durationsInTail('workflow_id')}
  ) AS found GROUP BY 1, 2, 3`,
);

/**
 * Counts of runs by trigger, kind (working or waiting) and duration, for the triggers in $9, which is never
 * missing here.
 */
export const TRIGGER_DURATIONS = named(
  'trigger-durations',
  `SELECT trigger AS id, kind, duration, sum(n)::float8 AS n FROM (
    ${inSums('duration_rollup', 'trigger, kind, bucket AS duration, n')}
    UNION ALL ${durationsInTail('trigger')}
  ) AS found GROUP BY 1, 2, 3`,
);

/** Every workflow that has logs in these months; $2 and $3 are the range in ms. */
export const WORKFLOWS = named(
  'workflows',
  `SELECT DISTINCT workflow_id AS id FROM runtime.log_facet
   WHERE workspace_id = $1::uuid AND month > (to_timestamp($2::float8 / 1000) AT TIME ZONE 'UTC')::date - 31
     AND month <= (to_timestamp($3::float8 / 1000) AT TIME ZONE 'UTC')::date`,
);

export type UsageOrder = 'cost' | 'n' | 'average' | 'errors';

const ORDERS: Record<UsageOrder, string> = {
  cost: 'cost DESC, n DESC',
  n: 'n DESC',
  average: 'duration_ms / n DESC',
  errors: 'errors DESC, n DESC',
};

/**
 * Returns the top models, hosts or blocks by an order. $5: the kind, $6: workflows, $7: the maximum number.
 * `byWorkflow`: a key is unique only within its workflow.
 */
export const usage = (order: UsageOrder, byWorkflow: boolean) =>
  named(
    `usage-${order}-${byWorkflow}`,
    `SELECT * FROM (
      SELECT key, ${byWorkflow ? 'workflow_id' : 'NULL::uuid'} AS "workflowId", sum(n)::float8 AS n,
        sum(errors)::float8 AS errors, sum(duration_ms) AS duration_ms, ${exactUsd('sum(cost)')} AS cost,
        sum(prompt_tokens)::float8 AS prompt, sum(completion_tokens)::float8 AS completion,
        max(name) AS name, max(type) AS type
      FROM unnest($2::text[], $3::float8[], $4::float8[]) AS s (grain, start_ms, end_ms)
      CROSS JOIN LATERAL (
        SELECT * FROM runtime.trace_rollup
        WHERE workspace_id = $1::uuid AND grain = s.grain AND kind = $5::text
          AND at >= to_timestamp(s.start_ms / 1000) AND at < to_timestamp(s.end_ms / 1000)
          AND ($6::uuid[] IS NULL OR workflow_id = ANY ($6))
      ) AS r GROUP BY 1, 2
    ) AS found ${order === 'errors' ? 'WHERE errors > 0' : ''} ORDER BY ${ORDERS[order]}, key LIMIT $7::int`,
  );

/**
 * The usage of one model or host, by bucket, then by workflow. $5: the kind, $6: its key, $7: workflows, $8
 * and $9: start and width of the buckets.
 */
export const USAGE_OF_ONE = named(
  'usage-of-one',
  `SELECT bucket, workflow_id AS "workflowId", sum(n)::float8 AS n, sum(errors)::float8 AS errors,
    sum(duration_ms) AS duration_ms, ${exactUsd('sum(cost)')} AS cost, sum(prompt_tokens)::float8 AS prompt,
    sum(completion_tokens)::float8 AS completion
  FROM (
    SELECT ${bucketOf('$8', '$9')}, r.*
    FROM unnest($2::text[], $3::float8[], $4::float8[]) AS s (grain, start_ms, end_ms)
    CROSS JOIN LATERAL (
      SELECT * FROM runtime.trace_rollup
      WHERE workspace_id = $1::uuid AND grain = s.grain AND kind = $5::text AND key = $6::text
        AND at >= to_timestamp(s.start_ms / 1000) AND at < to_timestamp(s.end_ms / 1000)
        AND ($7::uuid[] IS NULL OR workflow_id = ANY ($7))
    ) AS r
  ) AS found GROUP BY GROUPING SETS ((bucket), (workflow_id))`,
);
