import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { OutboundOptions, OutboundResult } from './contract';
import { startHttpServer, startHttpsServer, startRawServer } from './testing/loopback-server';
import { createTestBed, get } from './testing/outbound-test-client';
import { TEST_CERTIFICATE } from './testing/test-certificate';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const ONCE: OutboundOptions = { retry: { when: 'never', max: 0 } };
const MEGABYTE = 1024 * 1024;
const loopback = async () => [{ address: '127.0.0.1', family: 4 as const }];

const serve = (...args: Parameters<typeof startHttpServer>) => bed.serve(startHttpServer(...args));
const serveRaw = (...args: Parameters<typeof startRawServer>) => bed.serve(startRawServer(...args));

/** The answer to one GET of a server that sends these bytes and then ends the connection. */
async function answerTo(bytes: string | Buffer, options: OutboundOptions = ONCE): Promise<OutboundResult> {
  const server = await serveRaw((socket) => socket.end(bytes));
  return bed.open().client.request(get(server.origin), options);
}

async function encoded(
  encoding: string,
  body: Buffer,
  options: OutboundOptions = {},
): Promise<OutboundResult> {
  const server = await serve((_request, response) => {
    response.writeHead(200, { 'Content-Encoding': encoding, 'Content-Length': body.length });
    response.end(body);
  });
  return bed.open().client.request(get(server.origin), { ...ONCE, ...options });
}

/** Resolves once the server holds no connection any more; the test's own time limit ends a leak. */
async function drained(server: { openSockets: () => number }): Promise<void> {
  while (server.openSockets() > 0) await new Promise((resolve) => setImmediate(resolve));
}

describe('connections that fail', () => {
  it('nobody listens: CONNECTION_REFUSED', async () => {
    const server = await startHttpServer(() => undefined);
    await server.close();
    const { error, response } = await bed.open().client.request(get(server.origin), ONCE);
    expect(response).toBeNull();
    expect(error).toMatchObject({
      code: 'CONNECTION_REFUSED',
      phase: 'connect',
      retryable: true,
      retryAfterMs: null,
    });
  });

  it('the name is unknown: DNS_FAILED', async () => {
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    const { client } = bed.open({ resolve: () => Promise.reject(unknown) });
    const { error } = await client.request(get('http://nowhere.test/'), ONCE);
    expect(error).toMatchObject({ code: 'DNS_FAILED', phase: 'dns', retryable: true });
    expect(error?.message).toContain('nowhere.test');
  });

  it('the name has no address: DNS_FAILED', async () => {
    const { client } = bed.open({ resolve: async () => [] });
    expect((await client.request(get('http://empty.test/'), ONCE)).error?.code).toBe('DNS_FAILED');
  });

  it('the name resolves to nonsense: DNS_FAILED', async () => {
    const { client } = bed.open({ resolve: async () => [{ address: 'not-an-address', family: 4 }] });
    expect((await client.request(get('http://odd.test/'), ONCE)).error?.code).toBe('DNS_FAILED');
  });

  it('the resolver never answers: TIMEOUT while connecting', async () => {
    const { client } = bed.open({ connectTimeoutMs: 50, resolve: () => new Promise(() => undefined) });
    const { error } = await client.request(get('http://slow.test/'), ONCE);
    expect(error).toMatchObject({ code: 'TIMEOUT', phase: 'connect', retryable: true });
  });

  it('closed right after the request: CONNECTION_RESET', async () => {
    const { error } = await answerTo('');
    expect(error).toMatchObject({ code: 'CONNECTION_RESET', phase: 'response', retryable: true });
  });

  it('reset with RST: CONNECTION_RESET', async () => {
    const server = await serveRaw((socket) => socket.resetAndDestroy());
    expect((await bed.open().client.request(get(server.origin), ONCE)).error?.code).toBe('CONNECTION_RESET');
  });

  it('a TLS server called with http: RESPONSE_INVALID or CONNECTION_RESET, never a hang', async () => {
    const server = await bed.serve(startHttpsServer((_request, response) => response.end()));
    const { error } = await bed.open().client.request(get(server.origin), ONCE);
    expect(['RESPONSE_INVALID', 'CONNECTION_RESET']).toContain(error?.code);
  });

  it('a plain server called with https: TLS_FAILED', async () => {
    const server = await serve((_request, response) => response.end());
    const { error } = await bed.open().client.request(get(`https://127.0.0.1:${server.port}/`), ONCE);
    expect(error).toMatchObject({ code: 'TLS_FAILED', phase: 'tls' });
  });

  it('a certificate nobody vouches for: TLS_FAILED', async () => {
    const server = await bed.serve(startHttpsServer((_request, response) => response.end()));
    const { client } = bed.open({ resolve: loopback });
    const { error } = await client.request(get(`https://secure.test:${server.port}/`), ONCE);
    expect(error).toMatchObject({ code: 'TLS_FAILED', phase: 'tls' });
    expect(server.received).toHaveLength(0);
  });

  it('a certificate for another name: TLS_FAILED', async () => {
    const server = await bed.serve(startHttpsServer((_request, response) => response.end()));
    const { client } = bed.open({ resolve: loopback, ca: TEST_CERTIFICATE.cert });
    expect((await client.request(get(`https://other.test:${server.port}/`), ONCE)).error?.code).toBe(
      'TLS_FAILED',
    );
    expect(server.received).toHaveLength(0);
  });

  it('a trusted certificate works and its handshake is timed', async () => {
    const server = await bed.serve(startHttpsServer((_request, response) => response.end('safe')));
    const { client } = bed.open({ resolve: loopback, ca: TEST_CERTIFICATE.cert });
    const { response } = await client.request(get(`https://secure.test:${server.port}/`), ONCE);
    expect(response?.body.toString()).toBe('safe');
    expect(response?.timing.tlsMs).toBeGreaterThan(0);
  });

  it('a server that never finishes the handshake: TIMEOUT while connecting', async () => {
    const server = await serveRaw(() => undefined);
    const { client } = bed.open({ connectTimeoutMs: 60 });
    const { error } = await client.request(get(`https://127.0.0.1:${server.port}/`), ONCE);
    expect(error).toMatchObject({ code: 'TIMEOUT', phase: 'connect' });
    await drained(server);
  });
});

describe('answers that are broken', () => {
  it.each([
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a bad version', 'HTTP/9.9 200 OK\r\n\r\n'],
    ['a bad header line', 'HTTP/1.1 200 OK\r\nno colon here\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: ten\r\n\r\n'],
    ['a bad chunk size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nab\r\n0\r\n\r\n'],
  ])('%s: RESPONSE_INVALID, not retried', async (_what, bytes) => {
    const { error, response, attempts } = await answerTo(bytes, { retry: { when: 'always', max: 3 } });
    expect(error).toMatchObject({ code: 'RESPONSE_INVALID', retryable: false });
    expect(response).toBeNull();
    expect(attempts).toHaveLength(1);
  });

  it.each([
    ['the body ends before its length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'],
    ['the chunks end in the middle', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel'],
    ['the last chunk is missing', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'],
    ['the headers end in the middle', 'HTTP/1.1 200 OK\r\nContent-'],
  ])('%s: CONNECTION_RESET', async (_what, bytes) => {
    const { error, response } = await answerTo(bytes);
    expect(error?.code).toBe('CONNECTION_RESET');
    expect(response).toBeNull();
  });

  it('a body cut short shows the status that had come', async () => {
    const { attempts } = await answerTo('HTTP/1.1 206 OK\r\nContent-Length: 100\r\n\r\nhalf');
    expect(attempts).toMatchObject([{ status: 206, code: 'CONNECTION_RESET' }]);
  });

  it('a body without length lasts until the connection ends', async () => {
    const { response } = await answerTo('HTTP/1.1 200 OK\r\n\r\nuntil the end');
    expect(response?.body.toString()).toBe('until the end');
  });

  it('bytes after the response never become the next response', async () => {
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    const server = await serveRaw((socket) =>
      socket.write(`${answer}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil`),
    );
    const { client } = bed.open();
    for (let i = 0; i < 3; i += 1) {
      const { response } = await client.request(get(server.origin), ONCE);
      expect(response?.body.toString()).toBe('ok');
    }
  });

  it('informational answers are passed over', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(3);
    const { response } = await answerTo(`${hints}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`);
    expect(response).toMatchObject({ status: 200, headers: { 'content-length': '2' } });
    expect(response?.headers.link).toBeUndefined();
  });

  it('a switch of protocol nobody asked for is an error', async () => {
    const { response, error } = await answerTo(
      'HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n',
    );
    expect(response).toBeNull();
    expect(error?.code).toBe('RESPONSE_INVALID');
  });

  it('more than 16 KiB of headers: HEADERS_TOO_LARGE', async () => {
    const { error } = await answerTo(`HTTP/1.1 200 OK\r\nX-Big: ${'a'.repeat(17 * 1024)}\r\n\r\n`);
    expect(error).toMatchObject({ code: 'HEADERS_TOO_LARGE', retryable: false });
  });

  it('many small headers add up: HEADERS_TOO_LARGE', async () => {
    const many = Array.from({ length: 2000 }, (_, i) => `X-${i}: 12345678`).join('\r\n');
    expect((await answerTo(`HTTP/1.1 200 OK\r\n${many}\r\n\r\n`)).error?.code).toBe('HEADERS_TOO_LARGE');
  });

  it('a header named __proto__ stays a plain header', async () => {
    const { response } = await answerTo('HTTP/1.1 200 OK\r\n__proto__: x\r\nContent-Length: 0\r\n\r\n');
    expect(Object.keys(response?.headers ?? {})).toContain('__proto__');
    expect({}).not.toHaveProperty('x');
  });
});

describe('sizes and compression', () => {
  const text = Buffer.from('{"hello":"wörld"}'.repeat(50));

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity', text],
    ['utf-8', text],
  ])('%s is decoded', async (encoding, body) => {
    const { response, error } = await encoded(encoding, body);
    expect(error).toBeNull();
    expect(response?.body.equals(text)).toBe(true);
  });

  it('a large compressed body arrives whole', async () => {
    const large = randomBytes(3 * MEGABYTE);
    const { response } = await encoded('gzip', gzipSync(large));
    expect(response?.body.equals(large)).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(Buffer.alloc(64 * MEGABYTE))],
    [
      'br',
      brotliCompressSync(Buffer.alloc(64 * MEGABYTE), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    ],
    ['deflate', deflateSync(Buffer.alloc(64 * MEGABYTE))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(64 * MEGABYTE)))],
  ])('a %s bomb stops at the cap: RESPONSE_TOO_LARGE', async (encoding, bomb) => {
    const before = process.memoryUsage().rss;
    const { error, response } = await encoded(encoding, bomb);
    expect(error).toMatchObject({ code: 'RESPONSE_TOO_LARGE', retryable: false });
    expect(response).toBeNull();
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * MEGABYTE);
  });

  it('compression nested three deep: DECODE_FAILED', async () => {
    const body = gzipSync(gzipSync(gzipSync(text)));
    expect((await encoded('gzip, gzip, gzip', body)).error?.code).toBe('DECODE_FAILED');
  });

  it.each([
    ['cut short', 'gzip', gzipSync(text).subarray(0, 40)],
    ['damaged', 'gzip', Buffer.from('this is no gzip')],
    ['damaged', 'br', Buffer.from([0xff, 0xff, 0xff, 0xff])],
    ['unknown', 'compress', Buffer.from([0x1f, 0x9d])],
  ])('%s %s: DECODE_FAILED', async (_what, encoding, body) => {
    const { error, attempts } = await encoded(encoding, body);
    expect(error).toMatchObject({ code: 'DECODE_FAILED', phase: 'decode', retryable: false });
    expect(error?.message).toContain(encoding);
    expect(attempts).toMatchObject([{ status: 200 }]);
  });

  it('an empty body that claims to be compressed is empty', async () => {
    const { response } = await encoded('gzip', Buffer.alloc(0));
    expect(response?.body.length).toBe(0);
  });

  it('a declared length over the cap is refused unread', async () => {
    const server = await serveRaw((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n'),
    );
    const { error } = await bed.open().client.request(get(server.origin), ONCE);
    expect(error?.code).toBe('RESPONSE_TOO_LARGE');
    await drained(server);
  });

  it('a body of exactly the cap arrives, one byte more does not', async () => {
    const server = await serve((request, response) => {
      response.writeHead(200);
      response.end(Buffer.alloc(Number(request.url.slice(1))));
    });
    const { client } = bed.open();
    const cap = { ...ONCE, maxResponseBytes: 1000 };
    expect((await client.request(get(`${server.origin}/1000`), cap)).response?.body.length).toBe(1000);
    expect((await client.request(get(`${server.origin}/1001`), cap)).error?.code).toBe('RESPONSE_TOO_LARGE');
  });

  it('an endless body stops at the cap and its connection is closed', async () => {
    const server = await serve((_request, response) => {
      const block = Buffer.alloc(64 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', more);
      more();
    });
    expect((await bed.open().client.request(get(server.origin), ONCE)).error?.code).toBe(
      'RESPONSE_TOO_LARGE',
    );
    await drained(server);
  });

  it('endless empty gzip members stop as well', async () => {
    const empty = gzipSync(Buffer.alloc(0));
    const block = Buffer.concat(Array.from({ length: 4000 }, () => empty));
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' });
      const more = () => {
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', more);
      more();
    });
    const { error } = await bed
      .open()
      .client.request(get(server.origin), { ...ONCE, maxResponseBytes: MEGABYTE });
    expect(error?.code).toBe('RESPONSE_TOO_LARGE');
    await drained(server);
  });
});

describe('clocks and cancelling', () => {
  it('a response that never starts: TIMEOUT of the attempt, connection closed', async () => {
    const server = await serveRaw(() => undefined);
    const { error, attempts } = await bed
      .open()
      .client.request(get(server.origin), { ...ONCE, attemptTimeoutMs: 60 });
    expect(error).toMatchObject({ code: 'TIMEOUT', phase: 'attempt', retryable: true });
    expect(attempts).toMatchObject([{ status: null, code: 'TIMEOUT' }]);
    await drained(server);
  });

  it('a body that drips is cut by the wall clock, however lively it is', async () => {
    const server = await serve((_request, response) => {
      const drip = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(drip));
    });
    const { error, attempts } = await bed
      .open()
      .client.request(get(server.origin), { ...ONCE, attemptTimeoutMs: 80 });
    expect(error).toMatchObject({ code: 'TIMEOUT', phase: 'attempt' });
    expect(attempts).toMatchObject([{ status: 200, code: 'TIMEOUT' }]);
    await drained(server);
  });

  it('headers that drip are cut too', async () => {
    const server = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('X: y\r\n'), 5);
      socket.on('close', () => clearInterval(drip));
    });
    const { error } = await bed.open().client.request(get(server.origin), { ...ONCE, attemptTimeoutMs: 80 });
    expect(error).toMatchObject({ code: 'TIMEOUT', phase: 'attempt' });
  });

  it('the total clock ends an attempt early and is not retried', async () => {
    const server = await serveRaw(() => undefined);
    const { error, attempts } = await bed.open().client.request(get(server.origin), {
      attemptTimeoutMs: 10_000,
      totalTimeoutMs: 60,
    });
    expect(error).toMatchObject({ code: 'TIMEOUT', phase: 'total', retryable: false });
    expect(attempts).toHaveLength(1);
  });

  it.each<[string, () => Promise<{ url: string; resolve?: () => Promise<never> }>]>([
    [
      'looking up the name',
      async () => ({ url: 'http://hang.test/', resolve: () => new Promise(() => undefined) }),
    ],
    [
      'the TLS handshake',
      async () => ({ url: `https://127.0.0.1:${(await serveRaw(() => undefined)).port}/` }),
    ],
    ['waiting for the response', async () => ({ url: (await serveRaw(() => undefined)).origin })],
    [
      'reading the body',
      async () => ({ url: (await serveRaw((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\npart'))).origin }),
    ],
  ])('cancelled while %s: CANCELLED within 100 ms', async (_what, prepare) => {
    const { url, resolve } = await prepare();
    const { client } = bed.open(resolve ? { resolve } : {});
    const cancel = new AbortController();
    const running = client.request(get(url), { signal: cancel.signal });
    await new Promise((done) => setTimeout(done, 50));
    const cancelledAt = performance.now();
    cancel.abort();
    const { error, attempts } = await running;
    expect(performance.now() - cancelledAt).toBeLessThan(100);
    expect(error).toMatchObject({ code: 'CANCELLED', retryable: false });
    expect(attempts).toHaveLength(1);
  });

  it('cancelled during the wait between attempts: CANCELLED within 100 ms', async () => {
    const server = await serve((_request, response) => {
      response.statusCode = 503;
      response.end();
    });
    const { createOutboundClient } = await import('./client');
    const { parseAllowList } = await import('./allow-list');
    const client = createOutboundClient({ allow: parseAllowList('127.0.0.1') });
    const cancel = new AbortController();
    const running = client.request(get(server.origin), { signal: cancel.signal });
    while (server.received.length === 0) await new Promise((done) => setImmediate(done));
    const cancelledAt = performance.now();
    setTimeout(() => cancel.abort(), 20);
    const { error } = await running;
    expect(performance.now() - cancelledAt).toBeLessThan(120);
    expect(error?.code).toBe('CANCELLED');
    expect(server.received).toHaveLength(1);
    await client.close();
  });

  it('cancelled beforehand: nothing is sent', async () => {
    const server = await serve((_request, response) => response.end());
    const { error } = await bed.open().client.request(get(server.origin), { signal: AbortSignal.abort() });
    expect(error?.code).toBe('CANCELLED');
    expect(server.received).toHaveLength(0);
  });

  it('a hundred cancelled requests leave no connection behind', async () => {
    const server = await serveRaw(() => undefined);
    const { client } = bed.open();
    const cancel = new AbortController();
    const running = Array.from({ length: 100 }, () =>
      client.request(get(server.origin), { signal: cancel.signal }),
    );
    while (server.openSockets() < 100) await new Promise((done) => setImmediate(done));
    cancel.abort();
    const codes = (await Promise.all(running)).map(({ error }) => error?.code);
    expect(new Set(codes)).toEqual(new Set(['CANCELLED']));
    await drained(server);
  });

  it('one stuck request does not hold up the others', async () => {
    const server = await serve((request, response) => {
      if (request.url !== '/stuck') response.end('ok');
    });
    const { client } = bed.open();
    const cancel = new AbortController();
    const stuck = client.request(get(`${server.origin}/stuck`), { signal: cancel.signal });
    const others = await Promise.all(
      Array.from({ length: 20 }, () => client.request(get(server.origin), ONCE)),
    );
    expect(others.every(({ response }) => response?.status === 200)).toBe(true);
    cancel.abort();
    await stuck;
  });
});
