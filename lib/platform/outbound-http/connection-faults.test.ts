import { createSecureServer } from 'node:http2';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OutboundOptions, OutboundResult } from './contract';
import {
  drained,
  listen,
  startHttpServer,
  startHttpsServer,
  startRawServer,
} from './testing/loopback-server';
import { createTestBed, get, ONCE } from './testing/outbound-test-client';
import { TEST_CERTIFICATE } from './testing/test-certificate';

const bed = createTestBed();
afterEach(async () => {
  vi.useRealTimers();
  await bed.closeAll();
});

const loopback = async () => [{ address: '127.0.0.1', family: 4 as const }];
const serve = (...args: Parameters<typeof startHttpServer>) => bed.serve(startHttpServer(...args));
const serveRaw = (...args: Parameters<typeof startRawServer>) => bed.serve(startRawServer(...args));

/** Returns the result of one GET to a server that sends these bytes and then ends the connection. */
async function answerTo(bytes: string | Buffer, options: OutboundOptions = ONCE): Promise<OutboundResult> {
  const server = await serveRaw((socket) => socket.end(bytes));
  return bed.open().client.request(get(server.origin), options);
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

  it('a connection has 10 s to be made', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { client } = bed.open({ resolve: () => new Promise(() => undefined) });
    let code: string | undefined;
    const asked = client.request(get('http://slow.test/'), ONCE).then(({ error }) => (code = error?.code));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(code).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await asked;
    expect(code).toBe('TIMEOUT');
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

  it('a certificate of an unknown authority: the setting that makes it known is named', async () => {
    const server = await bed.serve(startHttpsServer((_request, response) => response.end()));
    const { error } = await bed
      .open({ resolve: loopback })
      .client.request(get(`https://secure.test:${server.port}/`), ONCE);
    expect(error).toMatchObject({ code: 'TLS_FAILED', phase: 'tls' });
    expect(error?.message).toContain('NODE_EXTRA_CA_CERTS');
  });

  it('a server that speaks only HTTP/2 is named, over TLS and in the clear', async () => {
    const secure = await bed.serve(listen(createSecureServer(TEST_CERTIFICATE)));
    const { client } = bed.open({ resolve: loopback, ca: TEST_CERTIFICATE.cert });
    const { error } = await client.request(get(`https://secure.test:${secure.port}/`), ONCE);
    expect(error).toMatchObject({ code: 'TLS_FAILED', phase: 'tls' });
    expect(error?.message).toContain('speaks only HTTP/2');
    const settings = Buffer.from('000006040000000000000300000064', 'hex');
    const clear = await answerTo(settings);
    expect(clear.error).toMatchObject({ code: 'RESPONSE_INVALID', retryable: false });
    expect(clear.error?.message).toContain('speaks only HTTP/2');
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

  it('informational responses (1xx) are skipped', async () => {
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

  it('more than 64 KiB of headers: HEADERS_TOO_LARGE', async () => {
    const { error } = await answerTo(`HTTP/1.1 200 OK\r\nX-Big: ${'a'.repeat(65 * 1024)}\r\n\r\n`);
    expect(error).toMatchObject({ code: 'HEADERS_TOO_LARGE', retryable: false });
  });

  it('many small headers add up: HEADERS_TOO_LARGE', async () => {
    const many = Array.from({ length: 5000 }, (_, i) => `X-${i}: 12345678`).join('\r\n');
    expect((await answerTo(`HTTP/1.1 200 OK\r\n${many}\r\n\r\n`)).error?.code).toBe('HEADERS_TOO_LARGE');
  });

  it('a header named __proto__ stays a plain header', async () => {
    const { response } = await answerTo('HTTP/1.1 200 OK\r\n__proto__: x\r\nContent-Length: 0\r\n\r\n');
    expect(Object.keys(response?.headers ?? {})).toContain('__proto__');
    expect({}).not.toHaveProperty('x');
  });
});
