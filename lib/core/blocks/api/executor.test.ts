import { afterEach, describe, expect, it } from 'vitest';
import { startHttpServer, startRawServer } from '../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../platform/outbound-http/testing/outbound-test-client';
import type { BlockResult } from '../block';
import { type ApiOverrides, runApi } from './testing/run-api';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const serve = (...args: Parameters<typeof startHttpServer>) => bed.serve(startHttpServer(...args));
const ok = () => serve((_request, response) => response.end());

const run = (overrides: ApiOverrides, signal?: AbortSignal): Promise<BlockResult> =>
  runApi(overrides, { http: bed.open().client, ...(signal === undefined ? {} : { signal }) });

describe('what is sent', () => {
  it('is a GET unless the author says otherwise', async () => {
    const server = await ok();
    await run({ url: server.origin });
    expect(server.received).toMatchObject([{ method: 'GET', url: '/', body: '' }]);
  });

  it.each(['POST', 'PUT', 'PATCH'] as const)('%s carries the body with its type', async (method) => {
    const server = await ok();
    await run({ url: server.origin, method, body: { kind: 'json', value: '{"a":1}' } });
    expect(server.received[0]).toMatchObject({ method, body: '{"a":1}' });
    expect(server.received[0]?.headers['content-type']).toBe('application/json');
  });

  it.each(['GET', 'DELETE', 'HEAD', 'OPTIONS'] as const)(
    '%s never carries one, even when it is configured',
    async (method) => {
      const server = await ok();
      await run({ url: server.origin, method, body: { kind: 'json', value: '{"a":1}' } });
      expect(server.received[0]).toMatchObject({ method, body: '' });
      expect(server.received[0]?.headers).not.toHaveProperty('content-type');
      expect(server.received[0]?.headers).not.toHaveProperty('transfer-encoding');
      expect(server.received[0]?.headers['content-length'] ?? '0').toBe('0');
    },
  );

  it('puts query rows behind the URL’s own and fills path parameters', async () => {
    const server = await ok();
    await run({
      url: `${server.origin}/users/:id/{tab}?x=1#frag`,
      params: [
        ['q', 'a b'],
        ['q', '2'],
      ],
      pathParams: [
        ['id', 'a%2Fb'],
        ['tab', 'all'],
      ],
    });
    expect(server.received[0]?.url).toBe('/users/a%2Fb/all?x=1&q=a%20b&q=2');
  });

  it('keeps the author’s headers, repeated ones and the Content-Type included', async () => {
    const server = await ok();
    await run({
      url: server.origin,
      method: 'POST',
      headers: [
        ['X-Tag', 'a'],
        ['X-Tag', 'b'],
        ['content-type', 'application/vnd.api+json'],
        ['Authorization', 'Bearer t'],
      ],
      body: { kind: 'json', value: '{}' },
    });
    expect(server.received[0]?.headers).toMatchObject({
      'x-tag': 'a, b',
      'content-type': 'application/vnd.api+json',
      authorization: 'Bearer t',
    });
  });

  it('is one request for one execution, a credential in header or query row as written', async () => {
    const server = await ok();
    await run({
      url: server.origin,
      params: [['api_key', 'k 1&2']],
      headers: [['Authorization', 'Bearer t']],
    });
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.url).toBe('/?api_key=k%201%262');
    expect(server.received[0]?.headers.authorization).toBe('Bearer t');
  });

  it('gives POST and PATCH the run’s idempotency key, the same on each attempt', async () => {
    const server = await serve((_request, response, index) => {
      response.statusCode = index === 0 ? 503 : 200;
      response.end();
    });
    await run({ url: server.origin, method: 'POST', body: { kind: 'multipart', rows: [['a', '1']] } });
    expect(server.received.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'run-7:api',
      'run-7:api',
    ]);
    expect(server.received[0]?.body).toBe(server.received[1]?.body);
  });
});

describe('what comes out', () => {
  it('has data, status, headers and a null error', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(201, { 'Content-Type': 'application/json', 'Set-Cookie': 'a=1' });
      response.end('{"id":7}');
    });
    const result = await run({ url: server.origin });
    expect(result.ok).toBe(true);
    expect(result.output).toMatchObject({
      data: { id: 7 },
      status: 201,
      headers: { 'content-type': 'application/json', 'set-cookie': ['a=1'] },
      error: null,
    });
    expect(result.attempts).toMatchObject([{ status: 201, code: null, waitMs: 0 }]);
  });

  it('warns of JSON that is none', async () => {
    const server = await serve((_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end('<html>');
    });
    const result = await run({ url: server.origin });
    expect(result).toMatchObject({ ok: true, output: { data: '<html>', error: null } });
    expect(result.warnings).toHaveLength(1);
  });

  it.each([400, 404, 500])(
    'of status %i is kept, with HTTP_STATUS, and can be continued from',
    async (status) => {
      const server = await serve((_request, response) => {
        response.writeHead(status, { 'Content-Type': 'application/json', 'X-Why': 'because' });
        response.end('{"reason":"no"}');
      });
      const result = await run({ url: server.origin });
      expect(result).toMatchObject({
        ok: false,
        continuable: true,
        output: { data: { reason: 'no' }, status, headers: { 'x-why': 'because' } },
        error: { code: 'HTTP_STATUS', phase: 'response', retryable: status === 500, retryAfterMs: null },
      });
      expect(result.output.error).toEqual(result.ok ? null : result.error);
      expect(result.attempts).toHaveLength(status === 500 ? 4 : 1);
    },
  );

  it('of a failure has code, message, phase, retryability and each attempt, and no more', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(503, { 'Retry-After': '2' }).end();
    });
    const { output } = await run({ url: server.origin, retry: { when: 'always', max: 1 } });
    const attempt = (waitMs: number) => ({
      status: 503,
      code: 'HTTP_STATUS',
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      durationMs: expect.any(Number),
      waitMs,
    });
    expect(output.error).toEqual({
      code: 'HTTP_STATUS',
      message: expect.stringContaining('503'),
      phase: 'response',
      retryable: true,
      retryAfterMs: 2_000,
      attempts: [attempt(0), attempt(2_000)],
    });
  });

  it('of a bad status ends the run when the author wants that', async () => {
    const server = await serve((_request, response) => {
      response.statusCode = 404;
      response.end();
    });
    expect(await run({ url: server.origin, failOnStatus: true })).toMatchObject({
      ok: false,
      continuable: false,
    });
  });

  it('shows how long a limiter asks to wait', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(429, { 'Retry-After': '120' });
      response.end('slow down');
    });
    expect(await run({ url: server.origin })).toMatchObject({
      ok: false,
      continuable: true,
      output: { status: 429, data: 'slow down' },
      error: { code: 'RATE_LIMITED', retryable: true, retryAfterMs: 120_000 },
    });
    expect(await run({ url: server.origin, retry: { when: 'never', max: 0 } })).toMatchObject({
      error: { code: 'HTTP_STATUS', retryable: true, retryAfterMs: 120_000 },
    });
  });

  it('without any answer has all four outputs and can’t be continued from', async () => {
    const server = await bed.serve(startRawServer((socket) => socket.destroy()));
    const result = await run({ url: server.origin });
    expect(result).toMatchObject({
      ok: false,
      continuable: false,
      output: { data: null, status: null, headers: {}, cookies: {} },
      error: { code: 'CONNECTION_RESET', phase: 'response', retryable: true, retryAfterMs: null },
    });
    expect(Object.keys(result.output)).toEqual(['data', 'status', 'headers', 'error', 'cookies']);
    expect(result.ok ? null : result.error.attempts).toHaveLength(4);
  });

  it.each<[string, ApiOverrides, string, string]>([
    ['an empty URL', { url: ' ' }, 'URL_INVALID', 'url'],
    ['a private address', { url: 'http://10.0.0.1/' }, 'ADDRESS_NOT_ALLOWED', 'url'],
    [
      'a forbidden header',
      { url: 'http://127.0.0.1/', headers: [['Host', 'x']] },
      'HEADER_FORBIDDEN',
      'headers',
    ],
    ['a path parameter without value', { url: 'http://127.0.0.1/:id' }, 'PATH_PARAM_MISSING', 'pathParams'],
    [
      'GraphQL variables that are no object',
      { url: 'http://127.0.0.1/', method: 'POST', body: { kind: 'graphql', query: '{a}', variables: '[]' } },
      'BODY_INVALID',
      'body',
    ],
    [
      'a body over the cap',
      {
        url: 'http://127.0.0.1/',
        method: 'PUT',
        body: { kind: 'raw', value: 'x'.repeat(11 * 1024 * 1024), contentType: 'text/plain' },
      },
      'REQUEST_TOO_LARGE',
      'body',
    ],
  ])('of %s names the field to mend', async (_what, overrides, code, field) => {
    const result = await run(overrides);
    expect(result).toMatchObject({ ok: false, continuable: false, error: { code, field } });
    expect(result.output).toMatchObject({ data: null, status: null, headers: {}, error: { code } });
  });

  it('of a cancelled run is CANCELLED', async () => {
    const server = await bed.serve(startRawServer(() => undefined));
    const cancel = new AbortController();
    const running = run({ url: server.origin }, cancel.signal);
    while (server.connections() === 0) await new Promise((done) => setImmediate(done));
    cancel.abort();
    expect(await running).toMatchObject({ ok: false, continuable: false, error: { code: 'CANCELLED' } });
  });
});

describe('how redirects and answers are taken', () => {
  it('hands back a redirect when following is off', async () => {
    const server = await serve((_request, response) => response.writeHead(307, { location: '/next' }).end());
    const result = await run({ url: server.origin, followRedirects: false });
    expect(result).toMatchObject({ ok: true, output: { status: 307, headers: { location: '/next' } } });
    expect(server.received).toHaveLength(1);
  });

  it('follows as many as the author allows', async () => {
    const server = await serve((request, response) => {
      const next = Number(request.url.slice(1)) + 1;
      response.writeHead(302, { location: `/${next}` }).end();
    });
    const result = await run({ url: `${server.origin}/0`, maxRedirects: 2 });
    expect(result).toMatchObject({ ok: false, error: { code: 'TOO_MANY_REDIRECTS', field: 'maxRedirects' } });
    expect(server.received.map(({ url }) => url)).toEqual(['/0', '/1', '/2']);
  });

  it.each([
    ['json', 'text/plain', '{"a":1}', { a: 1 }],
    ['json', 'text/html', '<p>', '<p>'],
    ['text', 'application/json', '{"a":1}', '{"a":1}'],
    ['binary', 'application/json', '{}', { contentType: 'application/json', size: 2, base64: 'e30=' }],
    ['binary', 'text/plain', '', null],
  ] as const)('reads an answer as %s though it says %s', async (responseType, type, body, data) => {
    const server = await serve((_request, response) => response.setHeader('content-type', type).end(body));
    const result = await run({ url: server.origin, responseType });
    expect(result.output.data).toEqual(data);
    expect(result.warnings).toHaveLength(body === '<p>' ? 1 : 0);
  });

  it('reports the exchange: request, times and size', async () => {
    const server = await serve((_request, response) => response.end('12345'));
    const { exchange } = await run({ url: server.origin, headers: [['X-A', '1']] });
    expect(exchange).toMatchObject({
      authoredHeaders: 1,
      responseBody: { length: 5 },
      timing: { dnsMs: 0, tlsMs: 0 },
    });
    expect(exchange?.request).toEqual({
      method: 'GET',
      url: server.origin,
      headers: [['X-A', '1']],
      body: null,
    });
  });
});
