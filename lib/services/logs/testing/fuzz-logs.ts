import type { LogSummary } from '../schema';
import { createDice, type Dice } from './dice';
import { hostileCursor, type Known, queryOf, type Sent } from './fuzz-query';

export interface FuzzTarget extends Known {
  origin: string;
  headers: Record<string, string>;
}

export interface FuzzReport {
  requests: number;
  byStatus: Record<string, number>;
  /** The number of lists with rows, and of their rows, that were checked against the filters. */
  lists: number;
  rows: number;
  slowestMs: number;
  /** The slowest request. */
  slowest: string;
  /** Faults found, each with the request that showed it. */
  faults: string[];
}

const MAX_FAULTS = 20;
const METHODS = ['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'];

/** Sends random requests to the logs API, most of them hostile. The same seed sends the same ones. */
export async function fuzzLogs(
  target: FuzzTarget,
  { requests, seed, callers = 4 }: { requests: number; seed: number; callers?: number },
): Promise<FuzzReport> {
  const report: FuzzReport = {
    requests: 0,
    byStatus: {},
    lists: 0,
    rows: 0,
    slowestMs: 0,
    slowest: '',
    faults: [],
  };
  const each = async (_: unknown, index: number): Promise<void> => {
    const dice = createDice(seed + index);
    const cursors: string[] = [];
    for (let sent = index; sent < requests && report.faults.length < MAX_FAULTS; sent += callers)
      await fuzzOnce(target, dice, cursors, report);
  };
  await Promise.all(Array.from({ length: callers }, each));
  return report;
}

async function fuzzOnce(
  target: FuzzTarget,
  dice: Dice,
  cursors: string[],
  report: FuzzReport,
): Promise<void> {
  const { path, sent } = addressOf(target, dice, cursors);
  const method = dice.chance(0.06) ? dice.pick(METHODS) : 'GET';
  const startedAt = performance.now();
  const response = await fetch(target.origin + path, { method, headers: headersOf(target, dice) });
  const text = await response.text();
  report.requests += 1;
  noteTime(report, performance.now() - startedAt, `${method} ${path.slice(0, 500)}`);
  report.byStatus[response.status] = (report.byStatus[response.status] ?? 0) + 1;
  const wrong = faultOf(response, text, method);
  if (wrong !== null)
    report.faults.push(
      `${wrong}: ${method} ${path.slice(0, 500)} → ${response.status} ${text.slice(0, 300)}`,
    );
  if (sent === null || response.status !== 200 || text === '') return;
  const { rows, nextCursor, resumeCursor } = readList(response, text);
  if (rows.length > 0) report.lists += 1;
  report.rows += rows.length;
  for (const row of rows) {
    const broken = sent.checks.find(({ holds }) => !holds(row));
    if (broken === undefined) continue;
    report.faults.push(
      `${broken.name} let ${JSON.stringify(row).slice(0, 300)} through: ${path.slice(0, 500)}`,
    );
    break;
  }
  for (const cursor of [nextCursor, resumeCursor]) if (cursor && cursors.length < 50) cursors.push(cursor);
  if (cursors.length === 50) cursors.splice(0, 25);
}

function noteTime(report: FuzzReport, tookMs: number, request: string): void {
  if (tookMs <= report.slowestMs) return;
  report.slowestMs = tookMs;
  report.slowest = request;
}

/** Returns a list mostly; sometimes a log, an execution, a file, or something that doesn't exist. */
function addressOf(target: FuzzTarget, dice: Dice, cursors: string[]): { path: string; sent: Sent | null } {
  if (dice.chance(0.8)) {
    const sent = queryOf(target, dice, cursors);
    return { path: `/api/v1/logs?${sent.search}`, sent };
  }
  const id = encodeURIComponent(
    dice.pick([dice.pick(target.logs).logId, dice.hostileText(), hostileCursor(dice, cursors)]),
  ).slice(0, 2_000);
  const end = dice.pick([
    `/${id}`,
    `/executions/${id}`,
    `/${id}/files/${id}`,
    `/${id}/`,
    `//${id}`,
    `/%${id}`,
    '/..;/',
  ]);
  const search = dice.chance(0.2) ? `?${queryOf(target, dice, cursors).search}` : '';
  return { path: `/api/v1/logs${end}${search}`, sent: null };
}

function headersOf({ headers }: FuzzTarget, dice: Dice): Record<string, string> {
  const more: Record<string, string> = {};
  if (dice.chance(0.15))
    more.accept = dice.pick(['application/x-ndjson', 'text/html', '*/*;q=0', ',;=q', 'x'.repeat(5_000)]);
  if (dice.chance(0.1)) more['if-none-match'] = dice.pick(['*', '"x"', 'W/"', ',,,', '"'.repeat(3_000)]);
  if (dice.chance(0.03))
    return { ...more, 'x-api-key': dice.pick(['', 'x', 'millrace_live_', '\u00e9'.repeat(90)]) };
  return { ...headers, ...more };
}

function faultOf(response: Response, text: string, method: string): string | null {
  if (response.status >= 500 && response.status !== 501) return 'a fault of ours';
  if (!/^[0-9a-f-]{36}$/.test(response.headers.get('x-request-id') ?? '')) return 'no request id';
  if (response.status < 400 || method === 'HEAD') return null;
  if (response.headers.get('content-type') !== 'application/problem+json') return 'no problem document';
  const { status, code, requestId } = JSON.parse(text);
  return status === response.status && code && requestId ? null : 'an incomplete problem document';
}

interface ListRead {
  rows: LogSummary[];
  nextCursor: string | null;
  resumeCursor?: string;
}

function readList(response: Response, text: string): ListRead {
  if (!response.headers.get('content-type')?.startsWith('application/x-ndjson')) {
    const { data, ...rest } = JSON.parse(text);
    return { rows: data, ...rest };
  }
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const end = lines.pop();
  if (end.error) throw new Error(`An export failed in the middle: ${JSON.stringify(end.error)}`);
  return { rows: lines, ...end };
}
