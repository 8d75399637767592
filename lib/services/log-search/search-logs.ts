import { type Actor, requireRole } from '../access/actor';
import type { Limits } from '../limits/schema';
import { type LogPage, listLogs } from '../logs/list-logs';
import { LogsQuery } from '../logs/logs-request';
import { errorFields } from '../logs/read-errors';
import type { ExportedLog, LogSummary } from '../logs/schema';
import { matchInLog } from './match-in-log';
import { holding, readTexts, type Weighed, weigh } from './read-matches';
import { type FoundLog, type LogSearchRequest, MATCHES_PER_PAGE } from './schema';
import { inTurn } from './search-turns';

const BUDGET_MS = 800;
const FIRST_BATCH = 100;
const MAX_BATCH = 1_000;
/** After a faster read the batch is doubled, after a slower one halved. */
const [QUICK_MS, SLOW_MS] = [100, 300];
/** Bytes of text in one read of the database: about a third of a second on two shared cores. */
const READ_BYTES = 48 * 1024 * 1024;
/** Larger logs are not parsed to locate the match, because parsing one would block others. */
const MAX_PARSED_BYTES = 1024 * 1024;
const PARSED_TOGETHER_BYTES = 4 * 1024 * 1024;

export interface FoundPage {
  data: FoundLog[];
  nextCursor: string | null;
  searched: { executions: number; from: string | null };
  limits: Limits;
}

/**
 * Searches the texts of logs, newest first, until a page is full, the time is up or all are read.
 * @throws AppError forbidden, invalid_request, cursor_invalid, cursor_filter_mismatch, cursor_expired,
 * unavailable
 */
export async function searchLogs(actor: Actor, { q, ...request }: LogSearchRequest): Promise<FoundPage> {
  requireRole(actor, request.workspaceId, 'reader');
  const deadline = performance.now() + BUDGET_MS;
  const query = { ...LogsQuery.parse({ workspaceId: request.workspaceId, details: 'full' }), ...request };
  const found: FoundLog[] = [];
  const searched: FoundPage['searched'] = { executions: 0, from: null };
  let limit = FIRST_BATCH;
  for (let cursor = request.cursor; ; ) {
    const { page, weights } = await fittingPage(actor, { ...query, cursor, limit });
    const { data, nextCursor, limits } = page;
    const startedMs = performance.now();
    found.push(...(await inTurn(request.workspaceId, () => matchesAmong(data, weights, q))));
    searched.executions += data.length;
    searched.from = data.at(-1)?.startedAt ?? searched.from;
    const full = found.length >= MATCHES_PER_PAGE || performance.now() > deadline;
    if (nextCursor === null || full) return { data: found, nextCursor, searched, limits };
    cursor = nextCursor;
    limit = nextBatch(limit, data.length, performance.now() - startedMs);
  }
}

function nextBatch(limit: number, rows: number, tookMs: number): number {
  if (tookMs > SLOW_MS) return Math.max(1, Math.floor(rows / 2));
  return tookMs < QUICK_MS ? Math.min(limit * 2, MAX_BATCH) : limit;
}

/** Returns the logs to read together: fewer if they are large, but at least one. */
async function fittingPage(
  actor: Actor,
  query: LogsQuery,
): Promise<{ page: LogPage; weights: ReadonlyMap<string, number> }> {
  const page = await listLogs(actor, query);
  const weighed = page.data.length === 0 ? [] : await weigh(page.data);
  const fitting = fits(weighed);
  if (fitting >= weighed.length)
    return { page, weights: new Map(weighed.map(({ id, bytes }) => [id, bytes])) };
  return fittingPage(actor, { ...query, limit: fitting });
}

function fits(weighed: readonly Weighed[]): number {
  let bytes = 0;
  for (const [place, log] of weighed.entries()) {
    bytes += log.bytes;
    if (bytes > READ_BYTES) return Math.max(1, place);
  }
  return weighed.length;
}

async function matchesAmong(
  logs: readonly LogSummary[],
  weights: ReadonlyMap<string, number>,
  q: string,
): Promise<FoundLog[]> {
  if (logs.length === 0) return [];
  const texts = waysToWrite(q);
  const errors = await holding(
    logs,
    texts.map((text) => JSON.stringify(text).slice(1, -1)),
  );
  const found: FoundLog[] = [];
  let together: ExportedLog[] = [];
  let bytes = 0;
  const readTogether = async () => {
    if (together.length > 0) found.push(...(await closerLook(together, texts)));
    [together, bytes] = [[], 0];
  };
  for (const row of logs) {
    const error = errors.get(row.id);
    if (error === undefined) continue;
    const log = { ...row, ...errorFields(error) };
    const weight = weights.get(log.id) ?? 0;
    if (weight > MAX_PARSED_BYTES) {
      await readTogether();
      found.push({ ...log, match: null });
      continue;
    }
    if (bytes + weight > PARSED_TOGETHER_BYTES) await readTogether();
    together.push(log);
    bytes += weight;
  }
  await readTogether();
  return found;
}

/**
 * Returns the text in lower case, with its accents composed and apart, and its line ends as Unix and Windows
 * write them: what looks the same is found, whoever wrote it.
 */
function waysToWrite(q: string): string[] {
  const plain = q.toLowerCase().replace(/\r\n?/g, '\n');
  const accents = [plain, plain.normalize('NFC'), plain.normalize('NFD')];
  return [...new Set([...accents, ...accents.map((text) => text.replaceAll('\n', '\r\n'))])];
}

/** Returns the matches without logs that contain the text only in a name of our own, like `durationMs`. */
async function closerLook(logs: readonly ExportedLog[], texts: readonly string[]): Promise<FoundLog[]> {
  const byId = new Map(logs.map((log) => [log.id, log]));
  return (await readTexts(logs)).flatMap(({ id, trace_spans, final_output, error }) => {
    const last = { output: JSON.parse(final_output), error: JSON.parse(error ?? 'null') };
    const match = matchInLog(JSON.parse(trace_spans), last, texts);
    const log = byId.get(id);
    return match === undefined || log === undefined ? [] : [{ ...log, match }];
  });
}
