import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../services/accounts/testing/test-api';
import { type LoggedWorkspace, mintLoggedWorkspace } from '../../services/logs/testing/logged-workspace';
import type { CompletionRow } from '../../services/runs/shapes/execution-row';
import { closeDatabase } from '../postgres/db';

let api: TestApi;
/** Has this one run only: a test that records more has a workspace of its own. */
let mill: LoggedWorkspace;
let run: CompletionRow;
beforeAll(async () => {
  api = await startTestApi();
  mill = await mintLoggedWorkspace();
  run = mill.run();
  await mill.record([run]);
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const listPath = (more = '', of = mill.workspaceId) => `/api/v1/logs?workspaceId=${of}${more}`;
const logPath = () => `/api/v1/logs/${run.execution.logId}`;
const executionPath = () => `/api/v1/logs/executions/${run.execution.executionId}`;

/** Sends exactly these bytes and returns the response. */
async function raw(text: string): Promise<{ status: number; headers: string; body: string; text: string }> {
  const socket = connect(Number(new URL(api.origin).port), '127.0.0.1');
  socket.on('error', () => undefined); // a refusal may close the connection before all was sent
  socket.write(text);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => (answer += chunk));
  await once(socket, 'close');
  const [headers = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(headers.split(' ')[1]), headers: headers.toLowerCase(), body, text: answer };
}

describe('methods', () => {
  test('HEAD has the headers of GET and no body', async () => {
    for (const path of [listPath(), logPath(), executionPath()]) {
      const [head, got] = [
        await fetch(api.origin + path, { method: 'HEAD', headers: mill.headers }),
        await fetch(api.origin + path, { headers: mill.headers }),
      ];
      const body = await got.text();
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
      for (const name of ['content-type', 'etag', 'cache-control', 'vary'])
        expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)]);
    }
    const refused = await fetch(`${api.origin}${listPath('&level=x')}`, {
      method: 'HEAD',
      headers: mill.headers,
    });
    expect([refused.status, await refused.text()]).toEqual([400, '']);
  });

  test('OPTIONS says what a path takes, to anybody, and opens nothing to other sites', async () => {
    const { status, headers } = await api.call('OPTIONS', logPath(), { origin: 'https://evil.example' });
    expect([status, headers.get('allow')]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS']);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await api.call('OPTIONS', '/api/v1/nothing')).status).toBe(404);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    '%s is refused with what is allowed',
    async (method) => {
      const allowed = [
        [listPath(), 'GET, HEAD, OPTIONS'],
        [executionPath(), 'GET, HEAD, OPTIONS'],
        [logPath(), 'DELETE, GET, HEAD, OPTIONS'],
      ] as const;
      for (const [path, allow] of allowed) {
        if (allow.includes(method)) continue;
        const { status, headers, body } = await api.call(method, path, mill.headers);
        expect([path, status, headers.get('allow'), body.code]).toEqual([
          path,
          405,
          allow,
          'method_not_allowed',
        ]);
      }
    },
  );

  test('a method that HTTP does not know gets a problem document', async () => {
    const { status, headers, body } = await raw('FROB /api/v1/logs HTTP/1.1\r\nhost: x\r\n\r\n');
    expect([status, JSON.parse(body).code]).toEqual([501, 'method_unknown']);
    expect(headers).toContain('content-type: application/problem+json');
    expect(headers).toMatch(/x-request-id: [0-9a-f-]{36}/);
  });
});

describe('what is no good request', () => {
  test('a URL that is too long', async () => {
    const ids = Array.from({ length: 10_000 }, () => run.execution.workflowId).join(',');
    const { status, body } = await raw(`GET ${listPath(`&workflowIds=${ids}`)} HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect([status, JSON.parse(body)]).toEqual([
      431,
      expect.objectContaining({ code: 'headers_too_large', status: 431, requestId: expect.any(String) }),
    ]);
  });

  test('a body that is too large is refused, and its connection goes on', async () => {
    const big = 'x'.repeat(3_000_000);
    const head = 'POST /api/demo/greetings HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    const next = 'GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
    const { status, text } = await raw(`${head}content-length: ${big.length}\r\n\r\n${big}${next}`);
    expect([status, text.match(/HTTP\/1.1 \d+/g)]).toEqual([413, ['HTTP/1.1 413', 'HTTP/1.1 200']]);
  });

  test('a thousand ids are a good request', async () => {
    const ids = Array.from({ length: 1_000 }, () => run.execution.workflowId).join(',');
    const { status, body } = await api.call('GET', listPath(`&workflowIds=${ids}`), mill.headers);
    expect([status, (body.data as unknown[]).length]).toEqual([200, 1]);
  });

  test.each(['GET /api/v1/logs HTTP/9.9\r\n\r\n', 'hello\r\n\r\n', 'GET / HTTP/1.1\r\nbad header\r\n\r\n'])(
    '%j',
    async (text) => {
      const { status, body } = await raw(text);
      expect(JSON.parse(body).status).toBe(status);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).not.toBe(500);
    },
  );
});

describe('entity tags', () => {
  test.each([
    ['the list', listPath],
    ['a log', logPath],
    ['an execution', executionPath],
  ])('%s is not sent again to who has it', async (_, path) => {
    const first = await api.call('GET', path(), mill.headers);
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    for (const tag of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
      const again = await api.call('GET', path(), { ...mill.headers, 'if-none-match': tag });
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, {}, etag]);
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    }
    const other = await api.call('GET', path(), { ...mill.headers, 'if-none-match': '"other"' });
    expect(other.status).toBe(200);
  });

  test('another page, filter or form has another tag, and so has a list with a new row', async () => {
    const own = await mintLoggedWorkspace();
    await own.record([own.run()]);
    const tagOf = async (more: string) =>
      (await api.call('GET', listPath(more, own.workspaceId), own.headers)).headers.get('etag');
    const before = await Promise.all(['', '&order=asc', '&details=full', '&level=error'].map(tagOf));
    expect(new Set(before).size).toBe(4);
    await own.record([own.run()]);
    expect(await tagOf('')).not.toBe(before[0]);
  });

  test('nobody learns from a tag what they may not read', async () => {
    const { headers } = await api.call('GET', logPath(), mill.headers);
    const answer = await api.call('GET', logPath(), { 'if-none-match': headers.get('etag')! });
    expect(answer.status).toBe(401);
  });
});

test('every answer has a request id and says how it may be kept', async () => {
  const calls = [
    ['GET', '/api/v1/logs'],
    ['GET', logPath()],
    ['GET', '/api/v1/nothing'],
    ['POST', '/api/v1/logs'],
    ['GET', '/api/v1/logs/%E0%A4%A'],
  ] as const;
  for (const [method, path] of calls)
    for (const headers of [mill.headers, {}]) {
      const answer = await api.call(method, path, headers);
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.get('cache-control')).toMatch(/^private, no-(store|cache)$/);
      if (answer.status >= 400) expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    }
});

test('ids in capitals are the same ids: in filters, lists, and for who may read', async () => {
  const capitals = mill.workspaceId.toUpperCase();
  const { body } = await api.call('GET', listPath('', capitals), mill.headers);
  const [row] = body.data as Array<{ id: string; workflowId: string }>;
  expect(row!.id).toBe(run.execution.logId);
  for (const filter of [
    `workflowIds=x,${row!.workflowId.toUpperCase()}`,
    `executionId=${run.execution.executionId.toUpperCase()}`,
  ]) {
    const found = await api.call('GET', listPath(`&${filter}`, capitals), mill.headers);
    expect([filter, (found.body.data as unknown[]).length]).toEqual([filter, 1]);
  }
});

test('a query that is not UTF-8 is refused, never read as other text', async () => {
  const ask = (value: string) => api.call('GET', listPath(`&model=${value}`), mill.headers);
  const { status, body } = await ask('caf%E9');
  expect([status, body.detail]).toEqual([400, expect.stringContaining('“model”')]);
  for (const value of ['caf%C3%A9', '%EF%BF%BD', '100%'])
    expect([value, (await ask(value)).status]).toEqual([value, 200]);
});

test('a body that says something to an operation without one is refused, also of GET', async () => {
  const own = Object.entries(mill.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `host: here\r\n${own.join('')}connection: close\r\n`;
  const get = (body: string, length = `content-length: ${body.length}`) =>
    raw(`GET ${listPath()} HTTP/1.1\r\n${head}${length}\r\n\r\n${body}`);
  for (const nothing of ['', '{}', ' \n', 'null'])
    expect([nothing, (await get(nothing)).status]).toEqual([nothing, 200]);
  const refused = await get('{"level":"error"}');
  expect([refused.status, JSON.parse(refused.body).errors]).toEqual([
    400,
    [{ param: 'level', code: 'body_not_taken', message: expect.stringContaining('?level=') }],
  ]);
  const chunked = await get('7\r\n{"a":1}\r\n0\r\n\r\n', 'transfer-encoding: chunked');
  expect([chunked.status, JSON.parse(chunked.body).errors[0].code]).toEqual([400, 'param_unknown']);
  expect((await get('x'.repeat(5_000))).status).toBe(400);
});

test('the links of a webhook answer under /v1 as the API does under /api/v1', async () => {
  for (const path of [logPath(), executionPath(), listPath()]) {
    const [short, long] = await Promise.all(
      [path.replace('/api/v1', '/v1'), path].map((each) => api.call('GET', each, mill.headers)),
    );
    expect(short!.status).toBe(200);
    // the whole response, without the live limits
    expect(short!.headers.get('etag')).toBe(long!.headers.get('etag'));
  }
  expect((await api.call('GET', '/v1/logs')).status).toBe(401);
  expect((await api.call('GET', '/v1/nothing', mill.headers)).status).toBe(404);
  expect((await api.call('POST', '/v1/logs', mill.headers)).status).toBe(405);
});
