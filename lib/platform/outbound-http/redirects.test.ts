import { afterEach, describe, expect, it } from 'vitest';
import type { OutboundRequest } from './contract';
import { startHttpServer, startHttpsServer } from './testing/loopback-server';
import { createTestBed, get, ONCE, post } from './testing/outbound-test-client';
import { TEST_CERTIFICATE } from './testing/test-certificate';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const serve = (...args: Parameters<typeof startHttpServer>) => bed.serve(startHttpServer(...args));
const loopback = async () => [{ address: '127.0.0.1', family: 4 as const }];

/** Starts a server: `/` redirects with this status and location; all else responds with its own path. */
const serveRedirect = (status: number, location: string) =>
  serve((request, response) => {
    if (request.url === '/') response.writeHead(status, { Location: location });
    response.end(request.url);
  });

describe('redirects on the same origin', () => {
  it.each<[number, string, string]>([
    ...[301, 302, 303].flatMap(
      (status): Array<[number, string, string]> =>
        ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [status, method, 'GET']),
    ),
    ...[301, 302, 303, 307, 308].map((status): [number, string, string] => [status, 'GET', 'GET']),
    ...[307, 308].flatMap(
      (status): Array<[number, string, string]> =>
        ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [status, method, method]),
    ),
  ])('%i turns %s into %s', async (status, method, expected) => {
    const server = await serveRedirect(status, '/next');
    const hasBody = method !== 'GET' && method !== 'DELETE';
    const request: OutboundRequest = {
      method,
      url: server.origin,
      headers: [['X-Mine', '1'], ...(hasBody ? [['Content-Type', 'text/plain'] as [string, string]] : [])],
      body: hasBody ? 'body' : null,
    };
    const { response } = await bed.open().client.request(request, { ...ONCE, idempotencyKey: 'k' });
    const second = server.received[1];
    const keeps = expected === method;
    expect(second).toMatchObject({ method: expected, url: '/next', body: keeps && hasBody ? 'body' : '' });
    expect(second?.headers['x-mine']).toBe('1');
    expect(second?.headers['content-type']).toBe(keeps && hasBody ? 'text/plain' : undefined);
    expect(second?.headers['idempotency-key']).toBe(
      server.received[0]?.headers['idempotency-key'] && keeps ? 'k' : undefined,
    );
    expect(response?.url).toBe(`${server.origin}/next`);
  });

  it.each([
    ['/a/b', '/a/b'],
    ['a/b', '/a/b'],
    ['?q=1', '/?q=1'],
    ['/a/../c', '/c'],
  ])('a location %j is read relative to the URL', async (location, path) => {
    const server = await serveRedirect(302, location);
    await bed.open().client.request(get(server.origin), ONCE);
    expect(server.received[1]?.url).toBe(path);
  });

  it.each([300, 304, 305])('%i is handed back', async (status) => {
    const server = await serveRedirect(status, '/next');
    const { response } = await bed.open().client.request(get(server.origin), ONCE);
    expect(response?.status).toBe(status);
    expect(server.received).toHaveLength(1);
  });

  it('without a location it is handed back', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(302);
      response.end('body');
    });
    const { response } = await bed.open().client.request(get(server.origin), ONCE);
    expect(response).toMatchObject({ status: 302 });
    expect(response?.body.toString()).toBe('body');
  });

  it('with none wanted it is handed back', async () => {
    const server = await serveRedirect(307, '/next');
    const { response } = await bed
      .open()
      .client.request(post(server.origin, 'x'), { ...ONCE, maxRedirects: 0 });
    expect(response).toMatchObject({ status: 307, headers: { location: '/next' } });
    expect(server.received).toHaveLength(1);
  });

  it('five are followed, the sixth is TOO_MANY_REDIRECTS and not retried', async () => {
    const server = await serve((request, response) => {
      const left = Number(request.url.slice(1));
      if (left > 0) response.writeHead(302, { Location: `/${left - 1}` });
      response.end();
    });
    const { client } = bed.open();
    expect((await client.request(get(`${server.origin}/5`))).response?.status).toBe(200);
    const { error, attempts } = await client.request(get(`${server.origin}/6`));
    expect(error).toMatchObject({ code: 'TOO_MANY_REDIRECTS', phase: 'redirect', retryable: false });
    expect(attempts).toHaveLength(1);
  });

  it('a loop ends', async () => {
    const server = await serveRedirect(302, '/');
    expect((await bed.open().client.request(get(server.origin))).error?.code).toBe('TOO_MANY_REDIRECTS');
    expect(server.received).toHaveLength(6);
  });

  it('an endless body of a redirect is not waited for', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/next') {
        response.end('done');
        return;
      }
      response.writeHead(302, { Location: '/next' });
      response.write('x'.repeat(100_000));
    });
    const { response } = await bed
      .open()
      .client.request(get(server.origin), { ...ONCE, attemptTimeoutMs: 2000 });
    expect(response?.body.toString()).toBe('done');
  });

  it('an answered POST is not sent again for what comes of the redirect', async () => {
    const server = await serve((request, response, index) => {
      if (request.url === '/') response.writeHead(303, { Location: '/next' });
      else if (index === 1) response.statusCode = 500;
      response.end();
    });
    const { response } = await bed.open().client.request(post(server.origin, 'x'));
    expect(response?.status).toBe(200);
    expect(server.received.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
  });

  it('a retry starts again with the author’s own request where the redirect kept it', async () => {
    const server = await serve((request, response, index) => {
      if (request.url === '/') response.writeHead(307, { Location: '/next' });
      else if (index === 1) response.statusCode = 500;
      response.end();
    });
    const { response } = await bed.open().client.request(post(server.origin, 'x'));
    expect(response?.status).toBe(200);
    expect(server.received.map(({ url }) => url)).toEqual(['/', '/next', '/', '/next']);
  });
});

describe('redirects to elsewhere', () => {
  it.each([302, 307, 308])('%i to another origin drops the author’s headers and body', async (status) => {
    const target = await serve((_request, response) => response.end('there'));
    const server = await serveRedirect(status, `${target.origin}/there`);
    const secret: Array<[string, string]> = [
      ['Authorization', 'Bearer secret'],
      ['X-Api-Key', 'secret'],
      ['Cookie', 'a=secret'],
      ['User-Agent', 'secret'],
      ['Idempotency-Key', 'secret'],
    ];
    const { response } = await bed.open().client.request(post(server.origin, 'secret', secret), ONCE);
    expect(response?.body.toString()).toBe('there');
    expect(JSON.stringify(target.received)).not.toContain('secret');
    expect(target.received[0]?.method).toBe(status === 302 ? 'GET' : 'POST');
  });

  it('they stay dropped when a later hop leads back', async () => {
    const bounce = await serve((_request, response) => {
      response.writeHead(302, { Location: `${server.origin}/back` });
      response.end();
    });
    const server = await serveRedirect(302, bounce.origin);
    await bed.open().client.request(get(server.origin, [['Authorization', 'secret']]), ONCE);
    expect(server.received[1]?.url).toBe('/back');
    expect(server.received[1]?.headers.authorization).toBeUndefined();
  });

  it('credentials in the location are not used', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/')
        response.writeHead(302, { Location: `http://u:p@127.0.0.1:${server.port}/next` });
      response.end();
    });
    const { response } = await bed.open().client.request(get(server.origin), ONCE);
    expect(server.received[1]?.headers.authorization).toBeUndefined();
    expect(response?.url).toBe(`${server.origin}/next`);
  });

  it.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::1]/',
    'http://0xa9fea9fe/',
    'http://hidden.test/',
    '//192.168.0.1/',
  ])('to %s: ADDRESS_NOT_ALLOWED', async (location) => {
    const server = await serveRedirect(302, location);
    const { client } = bed.open({ resolve: async () => [{ address: '10.0.0.1', family: 4 }] });
    const { error, attempts } = await client.request(get(server.origin));
    expect(error?.code).toBe('ADDRESS_NOT_ALLOWED');
    expect(attempts).toHaveLength(1);
  });

  it.each([
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:,x',
    'http://a b/',
    'http://',
  ])('to %s: REDIRECT_REFUSED', async (location) => {
    const server = await serveRedirect(302, location);
    expect((await bed.open().client.request(get(server.origin))).error).toMatchObject({
      code: 'REDIRECT_REFUSED',
      phase: 'redirect',
    });
  });

  it('from https to http: REDIRECT_REFUSED', async () => {
    const plain = await serve((_request, response) => response.end());
    const server = await bed.serve(
      startHttpsServer((_request, response) => {
        response.writeHead(302, { Location: plain.origin });
        response.end();
      }),
    );
    const { client } = bed.open({ resolve: loopback, ca: TEST_CERTIFICATE.cert });
    const { error } = await client.request(get(`https://secure.test:${server.port}/`));
    expect(error?.code).toBe('REDIRECT_REFUSED');
    expect(plain.received).toHaveLength(0);
  });

  it('from http to https is followed', async () => {
    const secure = await bed.serve(startHttpsServer((_request, response) => response.end('safe')));
    const server = await serveRedirect(301, `https://secure.test:${secure.port}/`);
    const { client } = bed.open({ resolve: loopback, ca: TEST_CERTIFICATE.cert });
    expect((await client.request(get(server.origin))).response?.body.toString()).toBe('safe');
  });
});
