import { exactUsd } from '../../../platform/postgres/exact-usd';
import { notifyOfSql } from '../../../platform/postgres/notify';
import { insertSelect, unnestRows } from '../../../platform/postgres/unnest-rows';
import { ALL_WORKFLOWS } from '../../logs/log-facet';
import type { StoredStatus } from '../../logs/log-status';
import type { LogFile } from '../../logs/schema';
import {
  OUTBOX,
  OUTBOX_BODIES,
  REFUSE_UNLESS_UNSUBSCRIBED,
  WAKE_WORKERS,
} from '../../outgoing-webhooks/outbox';
import type { CompletionRow } from '../shapes/execution-row';
import { LATER_TRIES, OF_NEXT_TRY, tryLater } from './later-try';
import { EFFECTS, keepEffects } from './record-effects';
import { keepFailures } from './record-failures';
import { DURATION, KEEP_TAGS, keepModels, TAGS, USED_MODELS, WAITED } from './record-values';
import { storedTags } from './stored-tags';

export const DONE = unnestRows<CompletionRow>([
  { column: 'execution_id', type: 'uuid', of: ({ execution }) => execution.executionId },
  { column: 'log_id', type: 'uuid', of: ({ execution }) => execution.logId },
  { column: 'workspace_id', type: 'uuid', of: ({ execution }) => execution.workspaceId },
  { column: 'workflow_id', type: 'uuid', of: ({ execution }) => execution.workflowId },
  {
    column: 'snapshot_hash',
    type: 'bytea',
    of: ({ execution }) => Buffer.from(execution.snapshotHash, 'hex'),
  },
  { column: 'workflow_version', type: 'integer', of: ({ execution }) => execution.version },
  { column: 'trigger', type: 'text', of: ({ execution }) => execution.trigger },
  { column: 'mode', type: 'text', of: ({ execution }) => execution.mode },
  { column: 'user_id', type: 'uuid', of: ({ execution }) => execution.holderId },
  { column: 'has_row', type: 'boolean', of: ({ hasRow }) => hasRow === true },
  { column: 'level', type: 'text', of: ({ level }) => level },
  { column: 'status', type: 'text', of: ({ level, ending }): StoredStatus => ending ?? level },
  { column: 'started_ms', type: 'float8', of: ({ startedAtMs }) => startedAtMs },
  { column: 'ended_ms', type: 'float8', of: ({ endedAtMs }) => endedAtMs },
  { column: 'waited_ms', type: 'float8', of: ({ waitedMs = 0 }) => waitedMs },
  { column: 'cost_total', type: 'float8', of: ({ costTotal }) => costTotal },
  { column: 'trace_spans', type: 'text', of: ({ traceSpans }) => traceSpans },
  { column: 'final_output', type: 'text', of: ({ finalOutput }) => finalOutput },
  { column: 'cost', type: 'text', of: ({ cost }) => cost },
  { column: 'error', type: 'text', of: ({ error }) => error },
  { column: 'files', type: 'text', of: filesText },
  { column: 'tags', type: 'text', of: storedTags },
  { column: 'parent_execution_id', type: 'uuid', of: ({ execution }) => execution.call?.parentId ?? null },
]);
export const FILES = unnestRows<{ logId: string; id: string; base64: string }>([
  { column: 'log_id', type: 'uuid', of: ({ logId }) => logId },
  { column: 'id', type: 'text', of: ({ id }) => id },
  { column: 'base64', type: 'text', of: ({ base64 }) => base64 },
]);

export const EXACT = unnestRows<{ logId: string; sealed: Buffer }>([
  { column: 'log_id', type: 'uuid', of: ({ logId }) => logId },
  { column: 'sealed', type: 'bytea', of: ({ sealed }) => sealed },
]);

// One statement, so one transaction and one round trip for a whole group. Recordable is what has no row to
// release, or whose row still has this owner; an execution that was taken over is left out. The feed's
// counter is raised under its row lock, workspaces in sorted order, and each log gets its number from it, so
// that seq order is visibility order. The webhook outbox is written here too, so a run is never logged
// without its notifications. A workspace's facets are written under the same lock, so they can't deadlock
// either.
//
// A lone caller's run is a group of one without a row, and what Postgres then takes is mostly the setting up
// of the statement's parts. So each part that such a group doesn't need is left out.
const RECORDABLE = `recordable AS MATERIALIZED (
  SELECT d.*, to_timestamp(d.started_ms / 1000) AS started_at`;
const PLACES = `row_number() OVER (PARTITION BY d.workspace_id) AS place,
    count(*) OVER (PARTITION BY d.workspace_id) AS size`;

/** @param owner the parameter that names it @param also further columns of the rows, from `e` */
const releaseRows = (done: string, owner: string, also: string): string => `done AS (
  SELECT * FROM ${done}
), released AS (
  DELETE FROM runtime.execution e USING done d
  WHERE e.id = d.execution_id AND e.owner = ${owner}::uuid
  RETURNING e.id, e.workflow_id, e.turn_at${also}
), steps AS (
  DELETE FROM runtime.execution_step s USING released r WHERE s.execution_id = r.id
), ${RECORDABLE}, ${PLACES}
  FROM done d LEFT JOIN released r ON r.id = d.execution_id
  WHERE NOT d.has_row OR r.id IS NOT NULL
)`;

// The end of a run that had its turn may be the turn of another. Most have none, and then nobody is told.
const TELL_OF_TURNS = `(SELECT count(${notifyOfSql('turns', 't.workflow_id::text')}) FROM (
  SELECT DISTINCT workflow_id FROM released WHERE turn_at IS NOT NULL) AS t)`;

const COUNT_BY_WORKSPACE = `SELECT workspace_id, count(*) FROM recordable GROUP BY workspace_id
  ORDER BY workspace_id`;

const record = (counted: string): string => `feed AS (
  INSERT INTO runtime.workspace_feed AS f (workspace_id, n)
  ${counted}
  ON CONFLICT (workspace_id) DO UPDATE SET n = f.n + excluded.n
  RETURNING workspace_id, n
), logged AS (
  ${insertSelect('runtime.log', {
    started_at: 'o.started_at',
    ended_at: 'to_timestamp(o.ended_ms / 1000)',
    seq: 'f.n - o.size + o.place',
    cost_total: 'o.cost_total',
    id: 'o.log_id',
    workspace_id: 'o.workspace_id',
    workflow_id: 'o.workflow_id',
    execution_id: 'o.execution_id',
    duration_ms: DURATION,
    waited_ms: WAITED,
    level: 'o.status',
    trigger: 'o.trigger',
    has_files: 'o.files IS NOT NULL',
    workflow_version: 'o.workflow_version',
    tags: TAGS,
  })}
  FROM recordable o JOIN feed f USING (workspace_id)
  RETURNING execution_id
), payload AS (
  ${insertSelect('runtime.log_payload', {
    started_at: true,
    log_id: true,
    workflow_id: true,
    snapshot_hash: true,
    trace_spans: true,
    final_output: true,
    cost: true,
    error: true,
    files: true,
    parent_execution_id: true,
  })}
  FROM recordable
)`;

/** Whatever workflow it is, and the workflow. */
const FACET_PLACES = `(VALUES (${ALL_WORKFLOWS}), (has.workflow_id)) v(workflow_id)`;
const MONTH = `date_trunc('month', started_at AT TIME ZONE 'UTC')::date`;
const OUTCOMES = `SELECT o.workspace_id, workflow_id, 'outcome' AS kind, status || ' ' || trigger AS value,
      started_at, started_ms, ended_ms, cost_total
    FROM recordable o JOIN feed USING (workspace_id)`;

/** Month by month what there is, under the feed's row lock. */
const countFacets = (counted: string): string => `facets AS (
  INSERT INTO runtime.log_facet AS x
    (workspace_id, kind, workflow_id, value, month, n, min_duration_ms, max_duration_ms, min_cost, max_cost)
  ${counted}
  ON CONFLICT (workspace_id, kind, workflow_id, value, month) DO UPDATE SET n = x.n + excluded.n,
    min_duration_ms = least(x.min_duration_ms, excluded.min_duration_ms),
    max_duration_ms = greatest(x.max_duration_ms, excluded.max_duration_ms),
    min_cost = least(x.min_cost, excluded.min_cost), max_cost = greatest(x.max_cost, excluded.max_cost)
)`;

/** @param used what to count beside the outcomes */
const FACETS_OF_GROUP = (used: string): string => `SELECT workspace_id, kind, v.workflow_id, value, ${MONTH},
    count(*),
    min(${DURATION}), max(${DURATION}), min(cost_total), max(cost_total)
  FROM (
    ${OUTCOMES}
    ${used}
  ) has CROSS JOIN LATERAL ${FACET_PLACES}
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`;
const FACETS_OF_ONE = `SELECT workspace_id, kind, v.workflow_id, value, ${MONTH}, 1,
    ${DURATION}, ${DURATION}, cost_total, cost_total
  FROM (${OUTCOMES}) has CROSS JOIN LATERAL ${FACET_PLACES}`;

const USED = `UNION ALL
    SELECT workspace_id, workflow_id, 'model', model, started_at, started_ms, ended_ms, cost_total FROM used`;

const COUNT_COSTS = `usage AS (
  INSERT INTO runtime.usage_month AS u (user_id, month, cost)
  SELECT user_id, date_trunc('month', now() AT TIME ZONE 'UTC')::date, ${exactUsd('sum(cost_total)')}
  FROM recordable
  WHERE cost_total > 0 GROUP BY user_id ORDER BY user_id
  ON CONFLICT (user_id, month) DO UPDATE SET cost = ${exactUsd('u.cost + excluded.cost')}
)`;

const keepFiles = (first: number): string => `kept AS (
  ${insertSelect('runtime.log_file', {
    started_at: 'o.started_at',
    log_id: 'f.log_id',
    id: 'f.id',
    data: "decode(f.base64, 'base64')",
  })}
  FROM ${FILES.from('f', first)}
  JOIN recordable o USING (log_id)
)`;

const keepExact = (first: number): string => `exact AS (
  ${insertSelect('runtime.exact_result', { log_id: 'x.log_id', sealed: 'x.sealed' })}
  FROM ${EXACT.from('x', first)} JOIN recordable o USING (log_id)
)`;

export interface Parts {
  /** There is only one completion. */
  lone: boolean;
  /** Some have a row to release. */
  rows: boolean;
  models: boolean;
  tags: boolean;
  costs: boolean;
  notices: boolean;
  files: boolean;
  /** Some logs show masked what callers get. */
  exact: boolean;
  failures: boolean;
  effects: boolean;
  /** Some may be tried again. */
  tries: boolean;
}

const statements = new Map<string, { name: string; text: string }>();

/**
 * Most groups have no rows, models, costs or files and nobody to notify, and then nothing of these is planned
 * or run.
 */
export function recordStatement(parts: Parts): { name: string; text: string } {
  const there = Object.entries(parts).filter(([, isThere]) => isThere);
  // Postgres distinguishes the names of statements by 63 characters.
  const name = ['record-completions', ...there.map(([part]) => part.slice(0, 3))].join('-');
  const made = statements.get(name) ?? { name, text: composeStatement(parts) };
  statements.set(name, made);
  return made;
}

function composeStatement({
  lone,
  rows,
  models,
  tags,
  costs,
  notices,
  files,
  exact,
  failures,
  effects,
  tries,
}: Parts): string {
  let first = DONE.parameters + 1;
  const taking = (count: number): number => {
    first += count;
    return first - count;
  };
  const done = lone ? DONE.fromOne('d') : DONE.from('d');
  const places = lone ? '1 AS place, 1 AS size' : PLACES;
  const isOne = lone && !rows && !models;
  const parts = [
    rows
      ? releaseRows(done, `$${taking(1)}`, tries ? OF_NEXT_TRY : '')
      : `${RECORDABLE}, ${places} FROM ${done})`,
    record(isOne ? 'SELECT workspace_id, 1 FROM recordable' : COUNT_BY_WORKSPACE),
    ...(models ? [keepModels(taking(USED_MODELS.parameters))] : []),
    countFacets(isOne ? FACETS_OF_ONE : FACETS_OF_GROUP(models ? USED : '')),
    ...(tags ? [KEEP_TAGS] : []),
    ...(costs ? [COUNT_COSTS] : []),
    ...(notices ? [OUTBOX('recordable', TAGS, taking(OUTBOX_BODIES.parameters))] : []),
    ...(files ? [keepFiles(taking(FILES.parameters))] : []),
    ...(exact ? [keepExact(taking(EXACT.parameters))] : []),
    ...(tries ? [tryLater(taking(LATER_TRIES.parameters))] : []),
    ...(failures ? [keepFailures(taking(1), tries)] : []),
    ...(effects ? [keepEffects(taking(EFFECTS.parameters))] : []),
  ];
  const covered = [DONE.parameter('workflow_id'), DONE.parameter('workspace_id')];
  const beside = notices
    ? WAKE_WORKERS
    : REFUSE_UNLESS_UNSUBSCRIBED(lone ? `ARRAY[${covered.join(', ')}]` : covered.join(' || '));
  const turns = rows ? `, ${TELL_OF_TURNS}` : '';
  return `WITH ${parts.join(', ')}\nSELECT execution_id, ${beside}${turns} FROM logged`;
}

/** `files` as logs show it. */
export function filesText({ execution, files = [] }: CompletionRow): string | null {
  if (files.length === 0) return null;
  const shown: LogFile[] = files.map(({ base64, ...file }) => ({
    ...file,
    url: `/api/v1/logs/${execution.logId}/files/${file.id}`,
  }));
  return JSON.stringify(shown);
}
