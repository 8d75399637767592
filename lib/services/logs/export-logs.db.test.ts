import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { exportLogs } from './export-logs';
import { LogsRequest } from './logs-request';
import { type LoggedWorkspace, mintLoggedWorkspace } from './testing/logged-workspace';

const ROWS = 400;

let api: TestApi;
let mill: LoggedWorkspace;
beforeAll(async () => {
  api = await startTestApi();
  mill = await mintLoggedWorkspace();
  await mill.record(
    Array.from({ length: ROWS }, (_, index) =>
      mill.run({ level: index % 4 === 0 ? 'error' : 'info', finalOutput: `{"index":${index}}` }),
    ),
  );
});
afterEach(() => forgetBigRows());
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const pathOf = (query: Record<string, string> = {}) =>
  `/api/v1/logs?${new URLSearchParams({ workspaceId: mill.workspaceId, order: 'asc', ...query })}`;

async function exported(query: Record<string, string> = {}) {
  const response = await fetch(api.origin + pathOf(query), {
    headers: { ...mill.headers, accept: 'application/x-ndjson' },
  });
  const lines = (await response.text()).trimEnd().split('\n');
  const [end, ...rows] = lines.map((line) => JSON.parse(line)).reverse();
  return { response, rows: rows.reverse(), end };
}

/** Returns the rows of the list, which omits errors: none is recorded for these runs. */
async function listed(query: Record<string, string> = {}): Promise<unknown[]> {
  const { body } = await api.call('GET', pathOf({ limit: '1000', ...query }), mill.headers);
  return (body.data as object[]).map((row) => ({ ...row, errorCode: null, errorMessage: null }));
}

test('every matching row is a line, in the list’s order, and the last line says how to go on', async () => {
  const { response, rows, end } = await exported();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(rows).toEqual(await listed());
  expect(rows).toHaveLength(ROWS);
  expect(end).toEqual({ nextCursor: null, resumeCursor: expect.any(String), limits: expect.any(Object) });
  const later = mill.run();
  await mill.record([later]);
  const next = await exported({ cursor: end.resumeCursor });
  expect(next.rows.map(({ id }: { id: string }) => id)).toEqual([later.execution.logId]);
});

test('a failed run says what ended it, and only that run', async () => {
  const own = await mintLoggedWorkspace();
  const error = { code: 'UPSTREAM_TIMEOUT', message: 'No answer within 30 s.', blockId: 'fetch' };
  await own.record([own.run(), own.run({ level: 'error', error: JSON.stringify(error) }), own.run()]);
  const response = await fetch(`${api.origin}/api/v1/logs?workspaceId=${own.workspaceId}&order=asc`, {
    headers: { ...own.headers, accept: 'application/x-ndjson' },
  });
  const lines = (await response.text()).trimEnd().split('\n');
  const errors = lines.slice(0, -1).map((line) => {
    const { errorCode, errorMessage } = JSON.parse(line);
    return [errorCode, errorMessage];
  });
  expect(errors).toEqual([
    [null, null],
    [error.code, error.message],
    [null, null],
  ]);
});

test('filters, order and what to include are the list’s', async () => {
  const queries: Array<[query: Record<string, string>, matches: boolean]> = [
    [{ level: 'error', order: 'desc' }, true],
    [{ includeFinalOutput: 'true', includeTraceSpans: 'true', details: 'full' }, true],
    [{ workflowIds: 'none' }, false],
  ];
  for (const [query, matches] of queries) {
    const { rows } = await exported(query);
    expect(rows).toEqual(await listed(query));
    expect(rows.length > 0).toBe(matches);
  }
});

test('a limit is the number of rows in all; the next cursor goes on behind them', async () => {
  const { rows, end } = await exported({ limit: '130' });
  expect(rows).toHaveLength(130);
  const rest = await exported({ cursor: end.nextCursor });
  expect([...rows, ...rest.rows]).toEqual(await listed());
});

test('what is refused before the first row is a problem document as ever', async () => {
  for (const [query, status] of [
    [{ cursor: 'forged' }, 400],
    [{ workspaceId: 'elsewhere' }, 403],
    [{ limit: '0' }, 400],
  ] as const) {
    const { response, end } = await exported(query);
    expect([response.status, response.headers.get('content-type'), end.status]).toEqual([
      status,
      'application/problem+json',
      status,
    ]);
  }
});

/** Records rows that exceed every buffer on the way: 60 MB in all. */
async function bigRows(): Promise<void> {
  const traceSpans = JSON.stringify([{ text: 'x'.repeat(200_000) }]);
  for (let group = 0; group < 15; group += 1)
    await mill.record(Array.from({ length: 20 }, () => mill.run({ traceSpans }, 'chat')));
}

const forgetBigRows = () =>
  pool().query(`DELETE FROM runtime.log WHERE workspace_id = $1 AND trigger = 'chat'`, [mill.workspaceId]);

test('a caller who stops reading stops the export', async () => {
  await bigRows();
  const request = get(`${api.origin}${pathOf({ includeTraceSpans: 'true', triggers: 'chat' })}`, {
    headers: { ...mill.headers, accept: 'application/x-ndjson' },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  for (let calls = 0; calls < 100; calls += 1) await listed({ limit: '100' });
  await forgetBigRows();
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;
  expect(bytes).toBeGreaterThan(200_000);
  expect(bytes).toBeLessThan(20_000_000);
});

test('a caller who disconnects ends the export', async () => {
  await bigRows();
  const callerLeft = new AbortController();
  const query = { workspaceId: mill.workspaceId, triggers: 'chat', includeTraceSpans: 'true' };
  const { body } = await exportLogs(mill.owner, LogsRequest.parse(query), {
    requestId: 'r',
    signal: callerLeft.signal,
    roomFor: async () => () => {},
    authenticateAgain: async () => mill.owner,
  });
  const lines: string[] = [];
  for await (const text of body as AsyncIterable<string>) {
    lines.push(text);
    callerLeft.abort();
  }
  expect(lines).toHaveLength(2);
});

test('a failure in the middle is reported in the last line', async () => {
  await bigRows();
  const query = { workspaceId: mill.workspaceId, triggers: 'chat', includeTraceSpans: 'true' };
  const owner = { ...mill.owner };
  const { body } = await exportLogs(owner, LogsRequest.parse(query), {
    requestId: 'the-request',
    signal: new AbortController().signal,
    roomFor: async () => () => {},
    authenticateAgain: async () => owner,
  });
  const lines: string[] = [];
  for await (const text of body as AsyncIterable<string>) {
    lines.push(text);
    owner.roles = new Map();
  }
  expect(JSON.parse(lines.at(-1)!)).toEqual({
    error: expect.objectContaining({ status: 403, code: 'forbidden', requestId: 'the-request' }),
  });
});
