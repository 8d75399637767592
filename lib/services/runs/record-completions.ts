import type { Pool } from 'pg';
import { modelsOf } from '../logs/cost';
import type { LogFile } from '../logs/schema';
import {
  type ComposedBodies,
  OUTBOX,
  OUTBOX_PARAMETERS,
  REFUSE_UNLESS_UNSUBSCRIBED,
  WAKE_WORKERS,
  withBodies,
} from '../webhooks/outbox';
import type { CompletionRow } from './execution-row';

// One statement, so one transaction and one round trip for a whole group:
// an execution whose row should be there and is no longer ours was taken over and is left out (a row whose
// writing seemed to fail is deleted too); the feed's counter is raised under its row lock, workspaces in
// sorted order, and each log gets its number from it, so that seq order is visibility order. The webhook
// outbox is written here too, so there is no moment in which a run is logged and its notifications are not. A
// workspace's facets are written under that same lock, so they can't deadlock either.
const COMPLETE = `
WITH done AS (
  SELECT * FROM unnest(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bytea[], $6::text[], $7::text[], $8::uuid[], $9::boolean[], $10::text[],
    $11::float8[], $12::float8[], $13::float8[], $14::text[], $15::text[], $16::text[], $17::text[], $19::text[]
  ) AS t(execution_id, log_id, workspace_id, workflow_id, snapshot_hash, trigger, mode, user_id, has_row, level,
    started_ms, ended_ms, cost_total, trace_spans, final_output, cost, error, files)
), gone AS (
  DELETE FROM runtime.execution e USING done d
  WHERE e.id = d.execution_id AND e.owner = $18::uuid
  RETURNING e.id
), steps AS (
  DELETE FROM runtime.execution_step s USING gone g WHERE s.execution_id = g.id
), ours AS MATERIALIZED (
  SELECT d.*, to_timestamp(d.started_ms / 1000) AS started_at,
    row_number() OVER (PARTITION BY d.workspace_id) AS place, count(*) OVER (PARTITION BY d.workspace_id) AS size
  FROM done d LEFT JOIN gone g ON g.id = d.execution_id
  WHERE NOT d.has_row OR g.id IS NOT NULL
), feed AS (
  INSERT INTO runtime.workspace_feed AS f (workspace_id, n)
  SELECT workspace_id, count(*) FROM ours GROUP BY workspace_id ORDER BY workspace_id
  ON CONFLICT (workspace_id) DO UPDATE SET n = f.n + excluded.n
  RETURNING workspace_id, n
), logged AS (
  INSERT INTO runtime.log
    (started_at, ended_at, seq, cost_total, id, workspace_id, workflow_id, execution_id, duration_ms, level, trigger,
    has_files)
  SELECT o.started_at, to_timestamp(o.ended_ms / 1000), f.n - o.size + o.place, o.cost_total, o.log_id, o.workspace_id,
    o.workflow_id, o.execution_id, (o.ended_ms - o.started_ms)::integer, o.level, o.trigger, o.files IS NOT NULL
  FROM ours o JOIN feed f USING (workspace_id)
  RETURNING execution_id
), payload AS (
  INSERT INTO runtime.log_payload
    (started_at, log_id, workflow_id, snapshot_hash, trace_spans, final_output, cost, error, files)
  SELECT started_at, log_id, workflow_id, snapshot_hash, trace_spans, final_output, cost, error, files FROM ours
)`;
const COMPLETE_PARAMETERS = 19;

/** Month by month what there is, under the feed's row lock; `used` when models were. */
const COUNT_FACETS = (used: string): string => `facets AS (
  INSERT INTO runtime.log_facet AS x
    (workspace_id, kind, workflow_id, value, month, n, min_duration_ms, max_duration_ms, min_cost, max_cost)
  SELECT workspace_id, kind, v.workflow_id, value, date_trunc('month', started_at AT TIME ZONE 'UTC')::date, count(*),
    min(ended_ms - started_ms)::integer, max(ended_ms - started_ms)::integer, min(cost_total), max(cost_total)
  FROM (
    SELECT o.workspace_id, workflow_id, 'outcome' AS kind, level || ' ' || trigger AS value, started_at, started_ms, ended_ms, cost_total
    FROM ours o JOIN feed USING (workspace_id)
    ${used}
  ) has CROSS JOIN LATERAL (VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (has.workflow_id)) v(workflow_id)
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (workspace_id, kind, workflow_id, value, month) DO UPDATE SET n = x.n + excluded.n,
    min_duration_ms = least(x.min_duration_ms, excluded.min_duration_ms),
    max_duration_ms = greatest(x.max_duration_ms, excluded.max_duration_ms),
    min_cost = least(x.min_cost, excluded.min_cost), max_cost = greatest(x.max_cost, excluded.max_cost)
)`;

const USED = `UNION ALL
    SELECT workspace_id, workflow_id, 'model', model, started_at, started_ms, ended_ms, cost_total FROM used`;

const keepModels = (first: number): string => `used AS (
  SELECT o.*, f.n - o.size + o.place AS seq, m.model
  FROM unnest($${first}::uuid[], $${first + 1}::text[]) m(log_id, model) JOIN ours o USING (log_id) JOIN feed f USING (workspace_id)
), models AS (
  INSERT INTO runtime.log_model
    (started_at, seq, cost_total, log_id, workspace_id, workflow_id, duration_ms, level, trigger, model)
  SELECT started_at, seq, cost_total, log_id, workspace_id, workflow_id, (ended_ms - started_ms)::integer, level, trigger, model
  FROM used
)`;

const COUNT_COSTS = `spent AS (
  INSERT INTO runtime.usage_month AS u (user_id, month, cost)
  SELECT user_id, date_trunc('month', now() AT TIME ZONE 'UTC')::date, sum(cost_total) FROM ours
  WHERE cost_total > 0 GROUP BY user_id ORDER BY user_id
  ON CONFLICT (user_id, month) DO UPDATE SET cost = u.cost + excluded.cost
)`;

const keepFiles = (first: number): string => `kept AS (
  INSERT INTO runtime.log_file (started_at, log_id, id, data)
  SELECT o.started_at, f.log_id, f.id, decode(f.base64, 'base64')
  FROM unnest($${first}::uuid[], $${first + 1}::text[], $${first + 2}::text[]) AS f(log_id, id, base64)
  JOIN ours o USING (log_id)
)`;

interface Parts {
  models: boolean;
  costs: boolean;
  notices: boolean;
  files: boolean;
}

/**
 * Most groups have no models, costs or files and nobody to notify, and then nothing of these is planned or
 * run.
 */
function recordStatement(parts: Parts): { name: string; text: string } {
  const { models, costs, notices, files } = parts;
  let first = COMPLETE_PARAMETERS + 1;
  const taking = (count: number): number => {
    first += count;
    return first - count;
  };
  const text = [
    COMPLETE,
    ...(models ? [keepModels(taking(2))] : []),
    COUNT_FACETS(models ? USED : ''),
    ...(costs ? [COUNT_COSTS] : []),
    ...(notices ? [OUTBOX('ours', taking(OUTBOX_PARAMETERS))] : []),
    ...(files ? [keepFiles(taking(3))] : []),
  ].join(', ');
  const beside = notices ? WAKE_WORKERS : REFUSE_UNLESS_UNSUBSCRIBED('$4');
  const there = Object.entries(parts).filter(([, isThere]) => isThere);
  const name = ['record-completions', ...there.map(([part]) => part)].join('-');
  return { name, text: `${text}\nSELECT execution_id, ${beside} FROM logged` };
}

/** @returns per row, whether it was recorded; false means another process had taken the execution over */
export async function recordCompletions(
  db: Pool,
  rows: readonly CompletionRow[],
  owner: string,
): Promise<boolean[]> {
  const completions = rows.map((row) => ({ ...row.execution, ...row, files: filesText(row) }));
  return withBodies(completions, (composed) => writeGroup(db, rows, owner, composed));
}

async function writeGroup(
  db: Pool,
  rows: readonly CompletionRow[],
  owner: string,
  composed: ComposedBodies | null,
): Promise<boolean[]> {
  const models = rows.flatMap(({ execution, cost }) =>
    modelsOf(cost).map((model) => ({ model, logId: execution.logId })),
  );
  const files = rows.flatMap(({ execution, files = [] }) =>
    files.map(({ id, base64 }) => ({ logId: execution.logId, id, base64 })),
  );
  const { rows: logged } = await db.query<[string]>({
    ...recordStatement({
      models: models.length > 0,
      costs: rows.some(({ costTotal }) => costTotal > 0),
      notices: composed !== null,
      files: files.length > 0,
    }),
    rowMode: 'array',
    values: [
      rows.map(({ execution }) => execution.executionId),
      rows.map(({ execution }) => execution.logId),
      rows.map(({ execution }) => execution.workspaceId),
      rows.map(({ execution }) => execution.workflowId),
      rows.map(({ execution }) => `\\x${execution.snapshotHash}`),
      rows.map(({ execution }) => execution.trigger),
      rows.map(({ execution }) => execution.mode),
      rows.map(({ execution }) => execution.holderId),
      rows.map((row) => row.hasRow),
      rows.map((row) => row.level),
      rows.map((row) => row.startedAtMs),
      rows.map((row) => row.endedAtMs),
      rows.map((row) => row.costTotal),
      rows.map((row) => row.traceSpans),
      rows.map((row) => row.finalOutput),
      rows.map((row) => row.cost),
      rows.map((row) => row.error),
      owner,
      rows.map(filesText),
      ...(models.length === 0 ? [] : [models.map(({ logId }) => logId), models.map(({ model }) => model)]),
      ...(composed === null
        ? []
        : [composed.executionIds, composed.eventIds, composed.includes, composed.bodies]),
      ...(files.length === 0
        ? []
        : [files.map(({ logId }) => logId), files.map(({ id }) => id), files.map(({ base64 }) => base64)]),
    ],
  });
  if (logged.length === rows.length) return rows.map(() => true);
  const ids = new Set(logged.map(([id]) => id));
  return rows.map(({ execution }) => ids.has(execution.executionId));
}

/** `files` as logs show it. */
function filesText({ execution, files = [] }: CompletionRow): string | null {
  if (files.length === 0) return null;
  const shown: LogFile[] = files.map(({ base64, ...file }) => ({
    ...file,
    url: `/api/v1/logs/${execution.logId}/files/${file.id}`,
  }));
  return JSON.stringify(shown);
}
