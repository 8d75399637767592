import { afterEach, describe, expect, it } from 'vitest';
import { startHttpServer } from './testing/loopback-server';
import { createTestBed, createTestClient, get, post } from './testing/outbound-test-client';

const bed = createTestBed();
const { open } = bed;
afterEach(() => bed.closeAll());

const serve = (...args: Parameters<typeof startHttpServer>) => bed.serve(startHttpServer(...args));

describe('a request that works', () => {
  it('sends method, path, query, headers and body as given', async () => {
    const server = await serve((_request, response) => response.end('ok'));
    const { client } = open();
    const result = await client.request(
      post(`${server.origin}/a%20b?x=1&x=2#part`, 'grüße', [
        ['X-One', 'a'],
        ['X-Two', ' b '],
        ['Content-Type', 'text/plain'],
      ]),
    );
    expect(result.error).toBeNull();
    expect(server.received[0]).toMatchObject({ method: 'POST', url: '/a%20b?x=1&x=2', body: 'grüße' });
    expect(server.received[0]?.headers).toMatchObject({
      'x-one': 'a',
      'x-two': 'b',
      'content-length': '7',
      host: `127.0.0.1:${server.port}`,
      'accept-encoding': 'gzip, deflate, br',
    });
  });

  it('returns status, lowercase headers with cookies as a list, body, address and times', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(201, { 'X-Thing': 'yes', 'Set-Cookie': 'a=1', Link: ['<a>', '<b>'] });
      response.end('hello');
    });
    const { client } = open();
    const { response, attempts } = await client.request(get(`${server.origin}/here`));
    expect(response?.status).toBe(201);
    expect(response?.headers).toMatchObject({ 'x-thing': 'yes', 'set-cookie': ['a=1'], link: '<a>, <b>' });
    expect(response?.body.toString()).toBe('hello');
    expect(response?.url).toBe(`${server.origin}/here`);
    expect(Object.values(response?.timing ?? {}).every((ms) => ms >= 0)).toBe(true);
    expect(response?.timing.connectMs).toBeGreaterThan(0);
    expect(attempts).toMatchObject([{ status: 201, code: null, waitMs: 0 }]);
  });

  // Two, because undici leaves a connection unused for one turn of the event loop before it reuses it.
  it('uses two connections at most for requests in a row', async () => {
    const server = await serve((_request, response) => response.end('ok'));
    const { client } = open();
    for (let i = 0; i < 20; i += 1) await client.request(get(server.origin));
    expect(server.received).toHaveLength(20);
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it('takes credentials out of the URL and sends them as Basic authentication', async () => {
    const server = await serve((_request, response) => response.end());
    const { client } = open();
    const { response } = await client.request(get(`http://us%40er:pa%20ss@127.0.0.1:${server.port}/`));
    const expected = `Basic ${Buffer.from('us@er:pa ss').toString('base64')}`;
    expect(server.received[0]?.headers.authorization).toBe(expected);
    expect(response?.url).toBe(`${server.origin}/`);
  });

  it('gives a 4xx and a final 5xx back as a response', async () => {
    const server = await serve((request, response) => {
      response.statusCode = Number(request.url.slice(1));
      response.end('why');
    });
    const { client } = open();
    for (const status of [404, 500]) {
      const { response, error } = await client.request(get(`${server.origin}/${status}`), {
        retry: { when: 'never', max: 3 },
      });
      expect(error).toBeNull();
      expect(response?.status).toBe(status);
      expect(response?.body.toString()).toBe('why');
    }
  });
});

describe('a request that is refused before it leaves', () => {
  const forbidden = [
    'Host',
    'connection',
    'Content-Length',
    'TRANSFER-ENCODING',
    'Upgrade',
    'TE',
    'Trailer',
    'Expect',
    'Proxy-Authorization',
    'proxy-connection',
    ' Host ',
  ];
  it.each(forbidden)('header %j is HEADER_FORBIDDEN', async (name) => {
    const server = await serve((_request, response) => response.end());
    const { client } = open();
    const { error, attempts } = await client.request(get(server.origin, [[name, 'x']]));
    expect(error).toMatchObject({ code: 'HEADER_FORBIDDEN', phase: 'request', retryable: false });
    expect(error?.message).toContain(name.trim());
    expect(attempts).toEqual([]);
    expect(server.connections()).toBe(0);
  });

  it.each([
    ['a space in the name', 'X A', 'b'],
    ['a line break in the name', 'X\r\nY', 'b'],
    ['an empty name', '', 'b'],
    ['a line break in the value', 'X', 'a\r\nEvil: 1'],
    ['a NUL in the value', 'X', 'a\0b'],
    ['a character beyond Latin-1', 'X', '…'],
  ])('%s is HEADER_INVALID', async (_what, name, value) => {
    const server = await serve((_request, response) => response.end());
    const { client } = open();
    const { error } = await client.request(get(server.origin, [[name, value]]));
    expect(error?.code).toBe('HEADER_INVALID');
    expect(server.connections()).toBe(0);
  });

  it.each([
    '',
    ' ',
    'example.com/x',
    'ftp://example.com',
    'file:///etc/passwd',
    'http://',
    'javascript:alert(1)',
    'http://a b/',
  ])('URL %j is URL_INVALID', async (url) => {
    const { client } = open();
    expect((await client.request(get(url))).error?.code).toBe('URL_INVALID');
  });

  it('a body over 10 MB is REQUEST_TOO_LARGE', async () => {
    const { client } = open();
    const { error } = await client.request(post('http://127.0.0.1:9/', 'x'.repeat(10 * 1024 * 1024 + 1)));
    expect(error?.code).toBe('REQUEST_TOO_LARGE');
  });

  it('an unknown method is METHOD_INVALID', async () => {
    const { client } = bed.open();
    const { error } = await client.request({ ...get('http://127.0.0.1:9/'), method: 'TRACE' });
    expect(error?.code).toBe('METHOD_INVALID');
  });

  it('a closed client sends nothing more', async () => {
    const server = await serve((_request, response) => response.end());
    const { client } = createTestClient();
    await client.request(get(server.origin));
    await client.close();
    const { error, attempts } = await client.request(get(server.origin));
    expect(error?.code).toBe('CANCELLED');
    expect(attempts).toHaveLength(1);
    expect(server.received).toHaveLength(1);
  });
});
