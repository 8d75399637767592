import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Answer,
  type AnsweringServer,
  broken,
  json,
  KEY,
  refusal,
  serverWith,
} from '../testing/test-client';
import { ApiError, ConnectionError, type Millrace, MillraceError, TimeoutError } from './millrace.js';

const DONE = json({ data: [{ id: 'w-1' }] });

let server: AnsweringServer;
afterEach(() => server.close());

async function start(...answers: [Answer, ...Answer[]]): Promise<Millrace> {
  server = await serverWith(...answers);
  return server.client();
}

describe('what is sent', () => {
  test('the key, and each value in its place', async () => {
    const millrace = await start(json({ data: [], nextCursor: null }));
    await millrace.logs
      .list({
        workspaceId: 'a b',
        tags: ['x', 'y z'],
        minCost: 0,
        startDate: new Date(0),
        includeTraceSpans: false,
        ...{ model: undefined },
      })
      .pages()
      .next();
    const [request] = server.received;
    expect(request?.headers['x-api-key']).toBe(KEY);
    expect(Object.fromEntries(new URL(request?.url ?? '', server.origin).searchParams)).toEqual({
      workspaceId: 'a b',
      tags: 'x,y z',
      minCost: '0',
      startDate: '1970-01-01T00:00:00.000Z',
      includeTraceSpans: 'false',
    });
  });

  test('and what comes back, through the caller’s own JSON where it has one', async () => {
    server = await serverWith((response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"data": {"n": 9007199254740993}}'),
    );
    const asText = (text: string) => JSON.parse(text.replace(/: (\d+)/g, ': "$1"'));
    const millrace = server.client({ json: { parse: asText, stringify: () => '{"n": 9007199254740993}' } });
    const request = { method: 'POST', path: '/api/v1/any', body: {} } as const;
    expect(await millrace.request(request)).toEqual({ data: { n: '9007199254740993' } });
    expect(server.received[0]?.body.toString()).toBe('{"n": 9007199254740993}');
  });

  test('an id can’t lead to another path', async () => {
    const millrace = await start(DONE);
    await millrace.workflows.get('a/b?c');
    expect(server.received[0]?.url).toBe('/api/v1/workflows/a%2Fb%3Fc');
    for (const id of ['', '.', '..'])
      await expect(millrace.workflows.delete(id)).rejects.toThrow(MillraceError);
    const elsewhere = millrace.request({ method: 'GET', path: '@elsewhere.test/' });
    await expect(elsewhere).rejects.toThrow('begins with /');
    expect(server.received).toHaveLength(1);
  });

  test('an address may have a path, and is refused with anything else', async () => {
    await start(DONE);
    const below = server.client({ url: `${server.origin}/millrace/` });
    await below.workflows.list('w');
    expect(server.received[0]?.url).toBe('/millrace/api/v1/workflows?workspaceId=w');
    const wrong = ['', 'localhost:3000', 'ftp://a.test', 'https://me:hush@a.test', 'https://a.test?hush'];
    for (const url of wrong) {
      expect(() => server.client({ url })).toThrow(MillraceError);
      expect(() => server.client({ url })).not.toThrow('hush');
    }
  });
});

describe('repeating', () => {
  test.each([
    ['a refusal', refusal(503, 'unavailable')],
    ['a full window', refusal(429, 'rate_limited')],
    ['a connection that broke', broken],
  ])('a read is sent again after %s', async (_, failure) => {
    const millrace = await start(failure, DONE);
    expect(await millrace.workflows.list('w')).toEqual([{ id: 'w-1' }]);
    expect(server.received).toHaveLength(2);
  });

  test('no more often than it may be', async () => {
    await start(refusal(503, 'unavailable'));
    const { workflows } = server.client({ maxRetries: 2 });
    await expect(workflows.list('w')).rejects.toMatchObject({ status: 503 });
    expect(server.received).toHaveLength(3);
    await expect(workflows.list('w', { maxRetries: 0 })).rejects.toMatchObject({ status: 503 });
    expect(server.received).toHaveLength(4);
  });

  test('a change is not sent again after a 503 or a broken connection', async () => {
    const millrace = await start(refusal(503, 'unavailable'), broken, refusal(429, 'rate_limited'), DONE);
    const rename = () => millrace.workflows.update('w', { name: 'n' });
    await expect(rename()).rejects.toMatchObject({ status: 503 });
    await expect(rename()).rejects.toThrow(ConnectionError);
    expect(server.received).toHaveLength(2);
    await rename();
    expect(server.received).toHaveLength(4);
  });

  test('a run is started again with the same Idempotency-Key, and each run has one of its own', async () => {
    const result = { executionId: 'e', logId: 'l', status: 'success', output: 1, error: null };
    const { executions } = await start(broken, refusal(500, 'internal'), json(result));
    expect(await executions.run('w', { a: 1 }, { tags: ['t'] })).toEqual(result);
    await executions.run('w');
    await executions.run('w', {}, { idempotencyKey: 'order-1' });
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
    expect(keys[4]).toBe('order-1');
    expect(server.received.map(({ body }) => body).slice(2, 4)).toEqual([
      '{"input":{"a":1},"tags":["t"]}',
      '{"input":{}}',
    ]);
  });
});

test('an Idempotency-Key that no header can carry is refused before anything is sent', async () => {
  const { executions } = await start(DONE);
  for (const idempotencyKey of ['', 'line\nend', 'ü', 'x'.repeat(256)])
    await expect(executions.start('w', {}, { idempotencyKey })).rejects.toThrow('printable ASCII');
  expect(server.received).toEqual([]);
});

describe('errors', () => {
  test('a problem document is an ApiError with all it says', async () => {
    const issue = { param: 'name', code: 'too_long', message: 'At most 120 characters.' };
    const problem = {
      status: 409,
      code: 'conflict',
      detail: 'It has changed.',
      requestId: 'r-7',
      errors: [issue],
      currentVersion: 3,
    };
    const millrace = await start(json(problem, 409, { 'retry-after': '5' }));
    const error = await millrace.workflows.save('w', { document: { blocks: {}, edges: [] } }).catch((e) => e);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(MillraceError);
    expect(error).toMatchObject({
      name: 'ApiError',
      message: 'It has changed.',
      status: 409,
      code: 'conflict',
      detail: 'It has changed.',
      requestId: 'r-7',
      errors: [issue],
      retryAfterMs: 5_000,
    });
    expect(error.problem.currentVersion).toBe(3);
  });

  test('a proxy’s own page is an ApiError without its text', async () => {
    const millrace = await start((response) => response.writeHead(404).end('<h1>secret page</h1>'));
    const error = await millrace.workflows.get('w').catch((e) => e);
    expect(error).toMatchObject({ status: 404, code: 'unknown', requestId: null, errors: [] });
    expect(inspect(error)).not.toContain('secret page');
  });

  test('a success that is no JSON is an error too', async () => {
    const millrace = await start((response) => response.end('<h1>Welcome</h1>'));
    await expect(millrace.workflows.get('w')).rejects.toThrow('is not JSON');
  });

  test('no error and no client shows the key', async () => {
    const millrace = await start(refusal(400, `bad_${KEY}`), (response, { headers }) =>
      response.writeHead(404).end(`{"detail": "You sent ${headers['x-api-key']}"}`),
    );
    const errors = [
      await millrace.workflows.get('w').catch((e) => e),
      await millrace.workflows.get('w').catch((e) => e),
    ];
    expect(errors[1].message).toBe('You sent ***');
    for (const shown of [...errors, millrace])
      expect(inspect(shown, { depth: 9, showHidden: true }) + JSON.stringify(shown)).not.toContain(KEY);
    for (const apiKey of ['', 'with space', 'line\nend', 'umlaut-ü'])
      expect(() => server.client({ apiKey })).toThrow('`apiKey` is no API key');
  });

  test('a redirect is refused, and its target gets no key', async () => {
    const elsewhere = await serverWith(DONE);
    const millrace = await start((response) => response.writeHead(302, { location: elsewhere.origin }).end());
    await expect(millrace.workflows.list('w')).rejects.toThrow('redirects');
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  test('no answer in time is a TimeoutError, also in the middle of the body', async () => {
    const millrace = await start(
      () => undefined,
      (response) => response.writeHead(200).write('{"data": ['),
    );
    const options = { timeoutMs: 50, maxRetries: 0 };
    await expect(millrace.workflows.list('w', options)).rejects.toThrow(TimeoutError);
    await expect(millrace.workflows.list('w', options)).rejects.toThrow(TimeoutError);
  });

  test('an aborted call throws its signal’s reason, before, during and between attempts', async () => {
    const reason = new Error('enough');
    const stop = new AbortController();
    const later = refusal(503, 'unavailable', { 'retry-after': '50' });
    const millrace = await start(() => stop.abort(reason), later);
    const { signal } = stop;
    await expect(millrace.workflows.list('w', { signal })).rejects.toBe(reason);
    await expect(millrace.workflows.list('w', { signal })).rejects.toBe(reason);
    expect(server.received).toHaveLength(1);
    const between = new AbortController();
    const waiting = millrace.workflows.list('w', { signal: between.signal });
    await expect.poll(() => server.received.length).toBe(2);
    between.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  test.each([{ timeoutMs: 0 }, { timeoutMs: Number.NaN }, { maxRetries: -1 }, { maxRetries: 1.5 }])(
    'settings that can’t be meant are refused: %o',
    async (options) => {
      await start(DONE);
      expect(() => server.client(options)).toThrow(MillraceError);
    },
  );
});

test('fetch can be replaced', async () => {
  await start(DONE);
  const asked: string[] = [];
  const millrace = server.client({
    fetch: (input: string | URL | Request, init?: RequestInit) => {
      asked.push(String(input));
      return fetch(input, init);
    },
  });
  await millrace.workflows.list('w');
  expect(asked).toEqual([`${server.origin}/api/v1/workflows?workspaceId=w`]);
});
