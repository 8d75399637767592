import { type Actor, requireRole } from '../auth/actor';
import { env } from '../env';
import { readLimits } from '../limits/read-limits';
import { type CursorBinding, type CursorState, decodeCursor, encodeCursor } from './cursor';
import type { LogsQuery } from './endpoints';
import { continuedWalk, firstWalk, nextChunk, readFeed, resumption } from './feed';
import { findInChunk, findLogs } from './find-logs';
import { finalOutputOf, type LogRow, summaryOf } from './log-row';
import type { LogScan, Position } from './log-scan';
import { readLogRows } from './read-log-rows';
import { type Filters, resolveFilters } from './resolve-filters';
import type { Limits, LogSummary } from './schema';

/** Parts of the feed without matching rows are passed over for so long; then the page is given as it is, with a cursor. */
const TIME_FOR_EMPTY_CHUNKS_MS = 300;

export interface LogPage {
  data: LogSummary[];
  nextCursor: string | null;
  resumeCursor?: string;
  limits: Limits;
}

/**
 * A page of finished executions, sorted by (startedAt, id). The first page reads the workspace's feed counter S and the walk covers
 * the rows numbered up to S, so rows that finish meanwhile never shift its pages; `resumeCursor` starts the next walk above S.
 * @throws AppError forbidden, invalid_request, cursor_invalid, cursor_filter_mismatch, cursor_expired
 */
export async function listLogs(actor: Actor, query: LogsQuery): Promise<LogPage> {
  requireRole(actor, query.workspaceId, 'reader');
  const binding = bindingOf(query);
  const cursor =
    query.cursor === undefined ? null : decodeCursor(query.cursor, binding, env().ENCRYPTION_KEY);
  const limits = readLimits(query.workspaceId);
  const [{ rows, walk, ended }] = await Promise.all([readPage(query, cursor), limits]);
  const encode = (state: CursorState): string => encodeCursor(state, binding, env().ENCRYPTION_KEY);
  return {
    data: rows.map((row) => itemOf(row, query)),
    nextCursor: ended ? null : encode(walk),
    ...(ended && query.order === 'asc' ? { resumeCursor: encode(resumption(walk)) } : {}),
    limits: await limits,
  };
}

/** `limit`, `details` and the include flags may change in the middle of a walk; nothing else may. */
export function bindingOf(query: LogsQuery): CursorBinding {
  const { cursor, limit, details, includeFinalOutput, includeTraceSpans, ...bound } = query;
  return bound;
}

interface Page {
  rows: LogRow[];
  /** Where the walk stands behind them. */
  walk: CursorState;
  ended: boolean;
}

async function readPage(query: LogsQuery, cursor: CursorState | null): Promise<Page> {
  const feed = await readFeed(query.workspaceId);
  const started = cursor === null ? firstWalk(feed) : continuedWalk(cursor, feed);
  const scan = await resolveFilters(query);
  if (scan === null) return { rows: [], walk: started, ended: true };
  const { keys, ...page } = await walkOn(scan, started, query.limit);
  return { rows: await readLogRows(keys, query), ...page };
}

async function walkOn(filters: Filters, start: CursorState, limit: number) {
  const deadline = performance.now() + TIME_FOR_EMPTY_CHUNKS_MS;
  const keys: Position[] = [];
  for (let walk = start; ; ) {
    const scan: LogScan = { ...filters, seqs: { after: walk.after ?? 0, upTo: walk.upTo } };
    const find = walk.after === null ? findLogs : findInChunk;
    const found = await find(scan, walk.last, limit - keys.length);
    keys.push(...found.keys);
    if (found.next !== null) return { keys, walk: { ...walk, last: found.next }, ended: false };
    const chunk = nextChunk(walk);
    if (chunk === null) return { keys, walk, ended: true };
    walk = chunk;
    if (keys.length >= limit || performance.now() > deadline) return { keys, walk, ended: false };
  }
}

function itemOf(row: LogRow, query: LogsQuery): LogSummary {
  const item = summaryOf(row);
  if (query.includeTraceSpans) item.traceSpans = JSON.parse(row.trace_spans ?? '[]');
  if (query.includeFinalOutput) item.finalOutput = finalOutputOf(row);
  return item;
}
