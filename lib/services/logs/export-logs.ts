import { AppError } from '../../platform/errors';
import { prefers } from '../../platform/http/accept';
import type { Release, Room } from '../../platform/http/answer-room';
import type { RequestContext } from '../../platform/http/operation';
import { toProblem } from '../../platform/http/problem';
import { Reply } from '../../platform/http/reply';
import type { RequestIds } from '../../platform/http/request-ids';
import { writeJson } from '../../platform/text/json-text';
import type { Actor } from '../access/actor';
import { readerIn, whileAllowed } from '../access/live-stream';
import { type LogPage, listLogs } from './list-logs';
import { type LogsRequest, MAX_PAGE_SIZE } from './logs-request';
import { errorFields, readErrors } from './read-errors';
import type { ExportedLog, LogSummary } from './schema';

const FIRST_PAGE_SIZE = 25;
/** The target size of a page in memory; rows with traces differ a thousandfold in size. */
const PAGE_BYTES = 1024 * 1024;

const NDJSON = 'application/x-ndjson';

export const wantsExport = ({ header }: Pick<RequestContext, 'header'>): boolean =>
  prefers(header('accept'), NDJSON, 'application/json');

/**
 * Exports every matching row as one line of JSON, with the run's error, then a line with the outcome of the
 * export. @throws AppError as `listLogs`, before the first line
 */
export async function exportLogs(
  actor: Actor,
  request: LogsRequest,
  context: Pick<RequestContext, 'requestId' | 'traceId' | 'signal' | keyof Room | 'authenticateAgain'>,
): Promise<Reply> {
  const room = roomForPages(context);
  const first = await listLogs(actor, { ...request, limit: pageSize(request.limit, FIRST_PAGE_SIZE) }, room);
  const { requestId, traceId } = context;
  const ids = { requestId, traceId };
  const body = whileAllowed(
    readerIn(context, request.workspaceId, 'reader', actor),
    (signal) => lines(actor, request, first, { ...ids, signal, room }),
    ({ code, message }) => problemLine(new AppError(code, message), ids),
  );
  return new Reply(body, 200, {
    'content-type': `${NDJSON}; charset=utf-8`,
    'cache-control': 'private, no-store',
    vary: 'accept, x-api-key, cookie',
    'x-accel-buffering': 'no',
  });
}

interface RoomForPages extends Room {
  /** Gives back what the page before took, because its caller has it. */
  giveBack(): void;
}

function roomForPages({ roomFor }: Room): RoomForPages {
  let release: Release = () => {};
  return {
    roomFor: async (owner, bytes) => {
      release = await roomFor(owner, bytes);
      return release;
    },
    giveBack: () => release(),
  };
}

interface Export extends Pick<RequestContext, 'requestId' | 'traceId' | 'signal'> {
  room: RoomForPages;
}

/** Yields a page at a time: the next one is read when the caller has consumed this one. */
async function* lines(
  actor: Actor,
  request: LogsRequest,
  first: LogPage,
  { requestId, traceId, signal, room }: Export,
): AsyncGenerator<string> {
  let left = request.limit ?? Number.POSITIVE_INFINITY;
  let page = first;
  try {
    while (true) {
      const rows = await withErrors(page.data);
      const text = rows.map((row) => `${writeJson(row)}\n`).join('');
      if (text !== '') yield text;
      room.giveBack();
      left -= page.data.length;
      if (page.nextCursor === null || left <= 0 || signal.aborted) break;
      const limit = pageSize(left, fitting(page.data.length, text.length));
      page = await listLogs(actor, { ...request, cursor: page.nextCursor, limit }, room);
    }
    const { data, ...end } = page;
    yield `${JSON.stringify(end)}\n`;
  } catch (error) {
    // The status was sent long ago, so the outcome is in the last line, where the caller looks for it.
    yield problemLine(error, { requestId, traceId });
  }
}

const problemLine = (error: unknown, ids: RequestIds): string =>
  `${JSON.stringify({ error: toProblem(error, ids).problem })}\n`;

/** Adds the errors; they are read for failed runs only, because the list itself omits them. */
async function withErrors(rows: readonly LogSummary[]): Promise<ExportedLog[]> {
  const failed = rows.filter(({ level }) => level === 'error');
  const errors = await readErrors(
    failed.map(({ id, startedAt }) => ({ id, startedMs: Date.parse(startedAt) })),
  );
  return rows.map((row) => ({ ...row, ...errorFields(errors.get(row.id)) }));
}

const fitting = (rows: number, bytes: number): number =>
  bytes === 0 ? FIRST_PAGE_SIZE : Math.max(1, Math.floor((rows * PAGE_BYTES) / bytes));

const pageSize = (left: number | undefined, size: number): number =>
  Math.min(left ?? MAX_PAGE_SIZE, size, MAX_PAGE_SIZE);
