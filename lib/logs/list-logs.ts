import { type Actor, requireRole } from '../auth/actor';
import { pool } from '../db';
import { env } from '../env';
import { readLimits } from '../limits/read-limits';
import { workflowsInFolders } from '../workflows/workflows-in-folders';
import { type CursorBinding, type CursorState, decodeCursor, encodeCursor } from './cursor';
import type { LogsQuery } from './endpoints';
import { type Clause, logFilters } from './log-filters';
import { finalOutputOf, type LogRow, summaryOf } from './log-row';
import type { Limits, LogSummary } from './schema';

export interface LogPage {
  data: LogSummary[];
  nextCursor: string | null;
  resumeCursor?: string;
  limits: Limits;
}

/**
 * A page of finished executions, sorted by (startedAt, id). The first page reads the workspace's feed counter S and the walk covers
 * the rows numbered up to S, so rows that finish meanwhile never shift its pages; `resumeCursor` starts the next walk above S.
 * @throws AppError forbidden, invalid_request, cursor_invalid, cursor_filter_mismatch
 */
export async function listLogs(actor: Actor, query: LogsQuery): Promise<LogPage> {
  requireRole(actor, query.workspaceId, 'reader');
  const binding = bindingOf(query);
  const state =
    query.cursor === undefined
      ? { after: 0, upTo: await feedCounter(query.workspaceId), last: null }
      : await resumed(query, decodeCursor(query.cursor, binding, env().ENCRYPTION_KEY));
  const rows = await readPage(query, state);
  const limits = await readLimits(query.workspaceId);
  const more = rows.length > query.limit;
  const page = more ? rows.slice(0, query.limit) : rows;
  const last = page.at(-1);
  const cursor = (next: CursorState): string => encodeCursor(next, binding, env().ENCRYPTION_KEY);
  return {
    data: page.map((row) => itemOf(row, query)),
    nextCursor:
      more && last !== undefined
        ? cursor({ ...state, last: { startedAtMs: last.started_at.getTime(), id: last.id } })
        : null,
    ...(!more && query.order === 'asc'
      ? { resumeCursor: cursor({ after: state.upTo, upTo: state.upTo, last: null }) }
      : {}),
    limits,
  };
}

/** `limit`, `details` and the include flags may change in the middle of a walk; nothing else may. */
function bindingOf(query: LogsQuery): CursorBinding {
  const { cursor, limit, details, includeFinalOutput, includeTraceSpans, ...bound } = query;
  return bound;
}

/** A resume cursor covers nothing yet: its walk reaches up to the counter as it is now. */
async function resumed(query: LogsQuery, state: CursorState): Promise<CursorState> {
  if (state.last !== null || state.upTo > state.after) return state;
  return { ...state, upTo: await feedCounter(query.workspaceId) };
}

async function feedCounter(workspaceId: string): Promise<number> {
  const { rows } = await pool().query<{ n: number }>({
    name: 'feed-counter',
    text: 'SELECT n FROM runtime.workspace_feed WHERE workspace_id = $1',
    values: [workspaceId],
  });
  return rows[0]?.n ?? 0;
}

async function readPage(query: LogsQuery, state: CursorState): Promise<LogRow[]> {
  const inFolders =
    query.folderIds === undefined ? null : await workflowsInFolders(query.workspaceId, query.folderIds);
  const clause = logFilters(query, inFolders);
  addPosition(clause, query, state);
  clause.values.push(query.limit + 1);
  const direction = query.order === 'asc' ? 'ASC' : 'DESC';
  const { rows } = await pool().query<LogRow>(
    `SELECT ${columns(query)} FROM (
       SELECT l.id, l.started_at, l.ended_at, l.workflow_id, l.execution_id, l.duration_ms, l.cost_total, l.level, l.trigger, l.has_files
       FROM runtime.log l WHERE ${clause.conditions.join(' AND ')}
       ORDER BY l.started_at ${direction}, l.id ${direction} LIMIT $${clause.values.length}
     ) l ${joins(query)} ORDER BY l.started_at ${direction}, l.id ${direction}`,
    clause.values,
  );
  return rows;
}

function addPosition(
  { conditions, values }: Clause,
  query: LogsQuery,
  { after, upTo, last }: CursorState,
): void {
  values.push(upTo);
  conditions.push(`l.seq <= $${values.length}`);
  if (after > 0) {
    values.push(after);
    conditions.push(`l.seq > $${values.length}`);
  }
  if (last === null) return;
  values.push(last.startedAtMs, last.id);
  const [time, id] = [`to_timestamp($${values.length - 1}::float8 / 1000)`, `$${values.length}::uuid`];
  conditions.push(`(l.started_at, l.id) ${query.order === 'asc' ? '>' : '<'} (${time}, ${id})`);
}

const wantsPayload = (query: LogsQuery): boolean =>
  query.details === 'full' || query.includeTraceSpans || query.includeFinalOutput;

function columns(query: LogsQuery): string {
  const chosen = ['l.*', 'p.files'];
  if (!wantsPayload(query))
    chosen[1] =
      'CASE WHEN l.has_files THEN (SELECT files FROM runtime.log_payload p WHERE p.log_id = l.id AND p.started_at = l.started_at) END AS files';
  if (query.details === 'full')
    chosen.push(
      'p.cost',
      'w.name AS workflow_name',
      'w.description AS workflow_description',
      'w.deleted_at AS workflow_deleted_at',
    );
  if (query.includeTraceSpans) chosen.push('p.trace_spans');
  if (query.includeFinalOutput) chosen.push('p.final_output', 'p.error');
  return chosen.join(', ');
}

function joins(query: LogsQuery): string {
  const parts = [];
  if (wantsPayload(query))
    parts.push('LEFT JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at');
  if (query.details === 'full') parts.push('LEFT JOIN workflow w ON w.id = l.workflow_id');
  return parts.join(' ');
}

function itemOf(row: LogRow, query: LogsQuery): LogSummary {
  const item = summaryOf(row);
  if (query.includeTraceSpans) item.traceSpans = JSON.parse(row.trace_spans ?? '[]');
  if (query.includeFinalOutput) item.finalOutput = finalOutputOf(row);
  return item;
}
