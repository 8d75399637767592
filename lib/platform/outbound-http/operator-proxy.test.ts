import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { explainBadProxy, operatorProxy } from '../addresses/operator-proxy';
import { type LoopbackServer, listen, startHttpServer, startHttpsServer } from './testing/loopback-server';
import { createTestBed, get, ONCE } from './testing/outbound-test-client';
import { TEST_CERTIFICATE } from './testing/test-certificate';

const bed = createTestBed();
afterEach(async () => {
  vi.unstubAllEnvs();
  await bed.closeAll();
});

const resolve = async (name: string) => {
  const address = name === 'inside.test' ? '10.0.0.5' : '127.0.0.1';
  return [{ address, family: 4 as const }];
};

/** Starts a proxy that connects to loopback, whatever host is named. */
async function startProxy(status = 200): Promise<LoopbackServer & { asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer();
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(request);
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const target = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    for (const each of [socket, target]) each.on('error', () => each.destroy());
  });
  return { ...(await bed.serve(listen(server))), asked };
}

const through = (proxy: LoopbackServer, login = '') => {
  const url = new URL(proxy.origin.replace('//', `//${login}`));
  return { resolve, ca: TEST_CERTIFICATE.cert, proxyFor: () => url };
};

describe('requests through a proxy', () => {
  it('it is asked for the address that was checked; the server hears its own name', async () => {
    const proxy = await startProxy();
    const server = await bed.serve(startHttpServer((_request, response) => response.end('plain')));
    const { client } = bed.open(through(proxy, 'ada:p%40ss@'));
    const { response } = await client.request(get(`http://open.test:${server.port}/a?b`), ONCE);
    expect(response?.body.toString()).toBe('plain');
    expect(server.received).toMatchObject([{ url: '/a?b', headers: { host: `open.test:${server.port}` } }]);
    expect(server.received[0]?.headers).not.toHaveProperty('proxy-authorization');
    const [{ url, headers }] = proxy.asked as [IncomingMessage];
    expect(url).toBe(`127.0.0.1:${server.port}`);
    expect(headers['proxy-authorization']).toBe(`Basic ${Buffer.from('ada:p@ss').toString('base64')}`);
  });

  it('TLS is with the server, and the connection is kept', async () => {
    const proxy = await startProxy();
    const server = await bed.serve(startHttpsServer((_request, response) => response.end('safe')));
    const { client } = bed.open({ ...through(proxy), proxyTarget: 'name' });
    for (const path of ['/1', '/2', '/3', '/4', '/5']) {
      const { response } = await client.request(get(`https://secure.test:${server.port}${path}`), ONCE);
      expect(response?.body.toString()).toBe('safe');
    }
    expect(new Set(proxy.asked.map(({ url }) => url))).toEqual(new Set([`secure.test:${server.port}`]));
    // A request that follows at once gets another connection.
    expect(proxy.asked.length).toBeLessThanOrEqual(2);
  });

  it.each([['http://inside.test/'], ['http://10.0.0.5/'], ['http://169.254.169.254/']])(
    '%s is refused before the proxy hears of it',
    async (url) => {
      const proxy = await startProxy();
      const { error } = await bed
        .open({ ...through(proxy), proxyTarget: 'name' })
        .client.request(get(url), ONCE);
      expect(error?.code).toBe('ADDRESS_NOT_ALLOWED');
      expect(proxy.asked).toEqual([]);
    },
  );

  it.each([
    [403, 'OUTBOUND_PROXY_TARGET=name'],
    [407, 'user and password'],
  ])('what it refuses with %i is told with a remedy', async (status, remedy) => {
    const proxy = await startProxy(status);
    const { error } = await bed.open(through(proxy)).client.request(get('https://secure.test/'), ONCE);
    expect(error).toMatchObject({ code: 'CONNECTION_REFUSED', phase: 'connect' });
    expect(error?.message).toContain(`127.0.0.1:${proxy.port} (the proxy`);
    expect(error?.message).toContain(remedy);
  });

  it('one that is away, and one that is none, are named', async () => {
    const proxy = await startProxy();
    await proxy.close();
    const away = await bed.open(through(proxy)).client.request(get('http://open.test/'), ONCE);
    expect(away.error).toMatchObject({ code: 'CONNECTION_REFUSED', phase: 'connect' });
    expect(away.error?.message).toContain('the proxy of HTTP_PROXY');
    const none = await bed.serve(startHttpServer((_request, response) => response.end()));
    const { error } = await bed.open(through(none)).client.request(get('http://open.test/'), ONCE);
    expect(error?.phase).toBe('connect');
    expect(error?.message).toContain('the proxy of HTTP_PROXY');
  });
});

test.each([
  ['https:', 'api.example', 443, 'http://proxy.example:3128/'],
  ['http:', 'api.example', 80, 'http://plain.example:8080/'],
  ['https:', 'db.corp.example', 443, null],
  ['https:', 'localhost', 8443, null],
  ['http:', '127.0.0.9', 80, null],
  ['http:', '::1', 80, null],
  ['https:', '2001:db8::1', 443, 'http://proxy.example:3128/'],
])('%s//%s:%i goes through %s', (protocol, host, port, proxy) => {
  vi.stubEnv('HTTPS_PROXY', 'http://proxy.example:3128');
  vi.stubEnv('http_proxy', 'http://plain.example:8080');
  vi.stubEnv('NO_PROXY', '.corp.example');
  expect(operatorProxy(protocol, host, port)?.href ?? null).toBe(proxy);
});

test('without a scheme it is spoken to as curl does', () => {
  vi.stubEnv('HTTPS_PROXY', 'proxy.example:3128');
  expect(operatorProxy('https:', 'api.example', 443)?.href).toBe('http://proxy.example:3128/');
});

test('a proxy that can not work is explained, one that can is not', () => {
  expect(explainBadProxy()).toBeNull();
  vi.stubEnv('HTTPS_PROXY', 'proxy.example:3128');
  expect(explainBadProxy()).toBeNull();
  vi.stubEnv('ALL_PROXY', 'socks5://proxy.example:1080');
  expect(explainBadProxy()).toContain('for http must be like');
});
