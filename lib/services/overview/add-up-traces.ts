import { setImmediate } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { TraceSpan } from '../../core/engine/trace-span';
import { exactUsd } from '../../platform/postgres/exact-usd';
import { unnestRows } from '../../platform/postgres/unnest-rows';
import { addUsd } from '../../platform/text/usd';
import type { Cost } from '../logs/schema';
import { withProgress } from './rollup-progress';
import { type Usage, usageOfCost, usageOfSpans } from './trace-usage';

const LOGS_PER_STEP = 500;
const STEP_BYTES = 8 * 1024 * 1024;
/** Longer traces are skipped: parsing them would block the event loop. */
export const MAX_TRACE_BYTES = 2 * 1024 * 1024;
/** Bytes parsed before other work of the process gets its turn. */
const TURN_BYTES = 256 * 1024;
/** The number of different hosts in a step; the rest are counted together. */
const MAX_HOSTS = 200;
export const OTHER_HOSTS = '(other)';

// The length of a text can be read without the text.
const READ = `
WITH sized AS (
  SELECT l.seq, l.workflow_id, l.started_at, p.cost, p.trace_spans,
    least(coalesce(octet_length(p.trace_spans), 0), ${MAX_TRACE_BYTES}) AS bytes
  FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
  WHERE l.workspace_id = $1::uuid AND l.seq > $2::bigint AND l.seq <= $3::bigint
    AND l.started_at >= to_timestamp($4::float8 / 1000)
), placed AS (
  SELECT *, sum(bytes) OVER (ORDER BY seq) - bytes AS before FROM sized
)
SELECT seq, workflow_id, (extract(epoch FROM started_at) * 1000)::float8 AS started_ms, cost,
  CASE WHEN before >= ${STEP_BYTES} THEN NULL
    WHEN octet_length(trace_spans) <= ${MAX_TRACE_BYTES} THEN trace_spans
    ELSE '[]' END AS spans
FROM placed ORDER BY seq`;

interface Row {
  seq: number;
  workflow_id: string;
  started_ms: number;
  cost: string;
  /** Null for rows beyond the bytes of the step. */
  spans: string | null;
}

interface Sum extends Usage {
  grain: 'hour' | 'day';
  atMs: number;
  workflowId: string;
}

const GRAIN_MS = { hour: 3_600_000, day: 86_400_000 } as const;

const SUMS = unnestRows<Sum>([
  { column: 'grain', type: 'text', of: ({ grain }) => grain },
  { column: 'kind', type: 'text', of: ({ kind }) => kind },
  { column: 'at_ms', type: 'float8', of: ({ atMs }) => atMs },
  { column: 'workflow_id', type: 'uuid', of: ({ workflowId }) => workflowId },
  { column: 'key', type: 'text', of: ({ key }) => key },
  { column: 'n', type: 'integer', of: ({ n }) => n },
  { column: 'errors', type: 'integer', of: ({ errors }) => errors },
  { column: 'duration_ms', type: 'float8', of: ({ durationMs }) => durationMs },
  { column: 'cost', type: 'float8', of: ({ cost }) => cost },
  { column: 'prompt_tokens', type: 'float8', of: ({ promptTokens }) => promptTokens },
  { column: 'completion_tokens', type: 'float8', of: ({ completionTokens }) => completionTokens },
  { column: 'name', type: 'text', of: ({ name }) => name },
  { column: 'type', type: 'text', of: ({ type }) => type },
]);

const first = SUMS.parameters;
const ADD = `
WITH added AS (
  INSERT INTO runtime.trace_rollup AS r (workspace_id, grain, kind, at, workflow_id, key, n, errors,
    duration_ms, cost, prompt_tokens, completion_tokens, name, type)
  SELECT $${first + 1}::uuid, grain, kind, to_timestamp(at_ms / 1000), workflow_id, key, n, errors,
    duration_ms, cost, prompt_tokens, completion_tokens, name, type
  FROM ${SUMS.from('s')} ORDER BY 2, 3, 4, 5, 6
  ON CONFLICT (workspace_id, grain, kind, at, workflow_id, key) DO UPDATE SET n = r.n + excluded.n,
    errors = r.errors + excluded.errors, duration_ms = r.duration_ms + excluded.duration_ms,
    cost = ${exactUsd('r.cost + excluded.cost')}, prompt_tokens = r.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = r.completion_tokens + excluded.completion_tokens, name = excluded.name,
    type = excluded.type
)
UPDATE runtime.rollup_progress SET trace_seq = $${first + 2}::bigint
WHERE workspace_id = $${first + 1}::uuid`;

/**
 * Adds the usage of models, hosts and blocks in a workspace's next logs to their sums and advances its
 * `trace_seq`, in one transaction. @returns true if there is more to do
 */
export const addUpTraces = (workspaceId: string): Promise<boolean> =>
  withProgress(workspaceId, 'trace_seq', async (client: ClientBase, { trace_seq, feed, retained_ms }) => {
    if (trace_seq >= feed) return false;
    const end = Math.min(feed, trace_seq + LOGS_PER_STEP);
    const { rows } = await client.query<Row>({
      name: 'rollups-read-traces',
      text: READ,
      values: [workspaceId, trace_seq, end, retained_ms],
    });
    const full = rows.findIndex(({ spans }) => spans === null);
    const taken = full < 0 ? rows : rows.slice(0, full);
    const upTo = full < 0 ? end : taken.at(-1)!.seq;
    const sums = await sumsOf(taken);
    await client.query({
      name: 'rollups-add-traces',
      text: ADD,
      values: [...SUMS.values(sums), workspaceId, upTo],
    });
    return upTo < feed;
  });

async function sumsOf(rows: readonly Row[]): Promise<Sum[]> {
  const sums = new Map<string, Sum>();
  const hosts = new Set<string>();
  let parsedBytes = 0;
  for (const { workflow_id: workflowId, started_ms, cost, spans } of rows) {
    for (const usage of usageOf(cost, spans ?? '[]')) {
      const key = usage.kind === 'host' ? boundedHost(hosts, usage.key) : usage.key;
      for (const grain of ['hour', 'day'] as const) {
        const atMs = Math.floor(started_ms / GRAIN_MS[grain]) * GRAIN_MS[grain];
        const at = JSON.stringify([grain, usage.kind, atMs, workflowId, key]);
        const sum = sums.get(at);
        if (sum === undefined) sums.set(at, { ...usage, key, grain, atMs, workflowId });
        else addTo(sum, usage);
      }
    }
    parsedBytes += spans?.length ?? 0;
    if (parsedBytes < TURN_BYTES) continue;
    parsedBytes = 0;
    await setImmediate();
  }
  return [...sums.values()];
}

function usageOf(cost: string, spans: string): Usage[] {
  return [
    ...usageOfCost(JSON.parse(cost) as Partial<Cost>),
    ...(spans === '[]' ? [] : usageOfSpans(JSON.parse(spans) as TraceSpan[])),
  ];
}

function boundedHost(hosts: Set<string>, host: string): string {
  if (!hosts.has(host) && hosts.size >= MAX_HOSTS) return OTHER_HOSTS;
  hosts.add(host);
  return host;
}

function addTo(sum: Sum, usage: Usage): void {
  sum.n += usage.n;
  sum.errors += usage.errors;
  sum.durationMs += usage.durationMs;
  sum.cost = addUsd(sum.cost, usage.cost);
  sum.promptTokens += usage.promptTokens;
  sum.completionTokens += usage.completionTokens;
  sum.name = usage.name;
  sum.type = usage.type;
}
