import { env } from '../../platform/env';
import { AppError } from '../../platform/errors';
import { NO_ROOM, type Room } from '../../platform/http/answer-room';
import { type Actor, requireRole } from '../access/actor';
import { reachableWorkflows } from '../access/key-limits';
import { readLimits } from '../limits/read-limits';
import type { Limits } from '../limits/schema';
import { addExtras } from './add-extras';
import { type CursorBinding, type CursorState, decodeCursor, encodeCursor } from './cursor';
import { continuedWalk, type Feed, firstWalk, nextChunk, readFeed, resumption } from './feed';
import { findBySorting, findLogs } from './find-logs';
import { FILTER_PARAMETER_NAMES } from './log-filters';
import { type FullLogRow, finalOutputOf, type LogRow, spansOf, summaryOf } from './log-row';
import type { LogScan } from './log-scan';
import type { LogsQuery } from './logs-request';
import { type ChosenPath, fewRows, openWalk, type Way } from './open-walk';
import { type Filters, resolveFilters } from './resolve-filters';
import type { LogSummary } from './schema';

/**
 * Parts of the feed without matching rows are skipped for this long; then the page is returned as it is,
 * with a cursor.
 */
const TIME_FOR_EMPTY_CHUNKS_MS = 300;

const BY_FEED: ChosenPath = { path: 'seq', streams: [] };

export interface LogPage {
  data: LogSummary[];
  nextCursor: string | null;
  resumeCursor?: string;
  limits: Limits;
}

/**
 * Returns a page of finished executions, sorted by (startedAt, id). The first page reads the workspace's
 * feed counter S and the walk covers the rows numbered up to S, so rows that finish meanwhile never shift
 * its pages; `resumeCursor` starts the next walk above S.
 * @throws AppError forbidden, invalid_request, cursor_invalid, cursor_filter_mismatch, cursor_expired, and
 * unavailable when there is no room for large texts
 */
export async function listLogs(actor: Actor, asked: LogsQuery, room: Room = NO_ROOM): Promise<LogPage> {
  requireRole(actor, asked.workspaceId, 'reader');
  const query = { ...asked, workflowIds: reachableWorkflows(actor, asked.workflowIds) };
  const [{ rows, ...cursors }, limits] = await Promise.all([
    readLogRows(query, room),
    readLimits(query.workspaceId),
  ]);
  return { data: rows.map((row) => itemOf(row, query)), ...cursors, limits };
}

export interface LogRows {
  rows: FullLogRow[];
  nextCursor: string | null;
  resumeCursor?: string;
}

/** Returns the rows of a page as they are stored. Authorise first. @throws AppError as `listLogs` */
export async function readLogRows(query: LogsQuery, room: Room): Promise<LogRows> {
  const binding = bindingOf(query);
  const encode = (state: CursorState): string => encodeCursor(state, binding, env().ENCRYPTION_KEY);
  if (query.cursor === undefined && query.begin === 'now') {
    requireAscending(query);
    const end = firstWalk(await readFeed(query.workspaceId));
    return { rows: [], nextCursor: null, resumeCursor: encode(resumption(end)) };
  }
  const cursor =
    query.cursor === undefined ? null : decodeCursor(query.cursor, binding, env().ENCRYPTION_KEY);
  const { rows, walk, ended } = await readPage(query, cursor, room);
  return {
    rows,
    nextCursor: ended ? null : encode(walk),
    ...(ended && query.order === 'asc' ? { resumeCursor: encode(resumption(walk)) } : {}),
  };
}

function requireAscending({ order }: LogsQuery): void {
  if (order === 'asc') return;
  const message = 'begin=now needs order=asc: what finishes from now on is read in that order.';
  throw new AppError('invalid_request', message, {
    issues: [{ param: 'begin', code: 'param_invalid', message }],
  });
}

/** Returns the bound parameters. Only `limit`, `details` and the include flags may change within a walk. */
export function bindingOf(query: LogsQuery): CursorBinding {
  const bound = ['workspaceId', 'order', ...FILTER_PARAMETER_NAMES] as const;
  return Object.fromEntries(bound.map((name) => [name, query[name]]));
}

interface Page {
  rows: FullLogRow[];
  /** Position of the walk after these rows. */
  walk: CursorState;
  ended: boolean;
}

async function readPage(query: LogsQuery, cursor: CursorState | null, room: Room): Promise<Page> {
  const filters = await resolveFilters(query);
  const { feed, way } = await startOf(query, filters, cursor);
  const walk = cursor === null ? firstWalk(feed) : continuedWalk(cursor, feed, query.order);
  if (filters === null) return { rows: [], walk, ended: true };
  const page = await walkOn(filters, walk, way, query.limit);
  const { rows, taken } = await addExtras(page.rows, query, room);
  if (taken === page.rows.length) return { ...page, rows };
  return { rows, walk: walkAfter(page, taken), ended: false };
}

/** Returns the position of a walk after the first `taken` of the rows found. */
function walkAfter({ rows, parts }: Found, taken: number): CursorState {
  const { started_ms, id } = rows[taken - 1]!;
  const { walk } = parts.findLast(({ from }) => from < taken)!;
  return { ...walk, last: { startedAtMs: started_ms, id } };
}

/** Returns the feed and the way; a part of the feed is read whole, without a way. */
async function startOf(
  { workspaceId }: LogsQuery,
  filters: Filters | null,
  cursor: CursorState | null,
): Promise<{ feed: Feed; way?: Way }> {
  if (filters === null || (cursor?.after ?? null) !== null) return { feed: await readFeed(workspaceId) };
  return openWalk(filters, cursor?.last ?? null);
}

interface Found {
  rows: LogRow[];
  /** The walks that found them, each with the index of its first row. */
  parts: Array<{ from: number; walk: CursorState }>;
  walk: CursorState;
  ended: boolean;
}

async function walkOn(
  filters: Filters,
  start: CursorState,
  way: Way | undefined,
  limit: number,
): Promise<Found> {
  const deadline = performance.now() + TIME_FOR_EMPTY_CHUNKS_MS;
  const partOfFeed = fewRows(filters) ?? BY_FEED;
  const rows: LogRow[] = [];
  const parts: Found['parts'] = [];
  for (let walk = start; ; ) {
    parts.push({ from: rows.length, walk });
    const scan: LogScan = { ...filters, seqs: { after: walk.after ?? 0, upTo: walk.upTo } };
    const wanted = limit - rows.length;
    const found =
      walk.after === null && way !== undefined
        ? await findLogs(scan, walk.last, wanted, way)
        : await findBySorting(scan, walk.last, wanted, partOfFeed);
    rows.push(...found.rows);
    if (found.next !== null) return { rows, parts, walk: { ...walk, last: found.next }, ended: false };
    const chunk = nextChunk(walk);
    if (chunk === null) return { rows, parts, walk, ended: true };
    walk = chunk;
    if (rows.length >= limit || performance.now() > deadline) return { rows, parts, walk, ended: false };
  }
}

function itemOf(row: FullLogRow, query: LogsQuery): LogSummary {
  const item = summaryOf(row);
  if (query.includeTraceSpans) item.traceSpans = spansOf(row);
  if (query.includeFinalOutput) item.finalOutput = finalOutputOf(row);
  return item;
}
