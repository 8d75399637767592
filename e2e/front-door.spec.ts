import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { type Observed, observe, openSocket, sendLargeBody, startControlServer } from './fixtures/hostile';
import { type Product, startProduct } from './fixtures/product';

/**
 * Without the limits it is seconds, and gigabytes; parallel tests take some tenths. Times are relative to
 * those of a process on this machine that has five milliseconds of work per response and nothing else.
 */
const HEALTH_P99_TIMES = 100;
const MEMORY_MB = 200;

let product: Product;
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'millrace-front-'));
  product = await startProduct({
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: '',
    ANSWERS_URL: 'http://answers.test',
  });
  // Next reaches its full size after rendering some pages.
  for (let page = 0; page < 20; page += 1)
    for (const at of ['/sign-in', '/no/such/page']) await fetch(product.url + at);
});
test.afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

test('requests nobody signed for take neither the server’s memory nor its time', async () => {
  test.skip(process.platform !== 'linux', 'reads the server’s memory from /proc');
  const { url, serverPid } = product;
  const control = await startControlServer();
  const during = (attack: Promise<unknown>) => observe({ url, serverPid, controlUrl: control.url }, attack);
  const rest = await during(Promise.resolve());
  const expectUnmoved = ({ healthP99Times, peakMegabytes }: Observed): void => {
    expect(healthP99Times).toBeLessThan(HEALTH_P99_TIMES);
    expect(peakMegabytes - rest.peakMegabytes).toBeLessThan(MEMORY_MB);
  };

  for (const to of ['/api/auth/_log', '/api/auth/callback/credentials', '/sign-in'])
    await test.step(`210 MB for ${to}`, async () => {
      const attack = sendLargeBody(url, to, 210);
      expectUnmoved(await during(attack));
      expect(await attack).toMatch(/^HTTP\/1.1 (404|405|413) |^$/);
    });

  await test.step('300 upgrades end', async () => {
    const head =
      'GET /_next/webpack-hmr HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n' +
      'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
    const sockets = await Promise.all(Array.from({ length: 300 }, () => openSocket(url, head)));
    const ended = Promise.all(sockets.map((socket) => socket.destroyed || once(socket, 'close')));
    expectUnmoved(await during(ended));
  });

  await test.step('60 pages at once', async () => {
    const pages = Array.from({ length: 60 }, (_, page) => fetch(`${url}/no/such/page/${page}`));
    expectUnmoved(await during(Promise.all(pages)));
  });

  await test.step('80 sign-ins at once', async () => {
    const to = `${url}/api/auth/csrf`;
    const signIns = Array.from({ length: 80 }, () => fetch(to));
    expectUnmoved(await during(Promise.all(signIns)));
  });

  await test.step('300 bodies that don’t come end', async () => {
    const head = 'POST /api/auth/signout HTTP/1.1\r\nhost: x\r\ncontent-length: 10000\r\n\r\n{';
    const sockets = await Promise.all(Array.from({ length: 300 }, () => openSocket(url, head)));
    const ended = Promise.all(sockets.map((socket) => socket.destroyed || once(socket, 'close')));
    expectUnmoved(await during(ended));
  });
  control.stop();
});

test('an Upgrade that is only offered is ignored, and the request answered', async () => {
  const offered = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAAQAAP__',
  };
  const head = Object.entries({ host: 'x', ...offered }).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = await openSocket(product.url, `GET /api/health HTTP/1.1\r\n${head.join('')}\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  socket.destroy();
});

test('every answer of Next’s has a request id and no version of anything', async () => {
  for (const at of ['/sign-in', '/api/auth/csrf', '/no/such/page']) {
    const { headers } = await fetch(product.url + at);
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{20,}$/);
    expect(headers.has('x-powered-by')).toBe(false);
  }
});

/** Returns all responses to these lines, until the server closes the connection. */
async function answered(...lines: string[]): Promise<string> {
  const socket = await openSocket(product.url, [...lines, 'connection: close', '', ''].join('\r\n'));
  return text(socket);
}

test('a target that makes no sense is 400 in words, and one with our own host is its path', async () => {
  const { host } = new URL(product.url);
  for (const target of ['*', 'http://evil.example/sign-in', 'http://evil.example'])
    expect(await answered(`GET ${target} HTTP/1.1`, `host: ${host}`)).toMatch(
      /^HTTP\/1.1 400 [\s\S]*application\/problem\+json[\s\S]*"code":"invalid_request"/,
    );
  expect(await answered('CONNECT evil.example:443 HTTP/1.1', `host: ${host}`)).toMatch(/^HTTP\/1.1 400 /);
  expect(await answered('OPTIONS * HTTP/1.1', `host: ${host}`)).toMatch(/^HTTP\/1.1 204 /);
  for (const path of ['/api/health', '/sign-in'])
    expect(await answered(`GET http://${host}${path} HTTP/1.1`, 'host: x')).toMatch(/^HTTP\/1.1 200 /);
});

test('the host of authors’ answers has chats and webhooks, and no other page', async () => {
  const there = 'host: answers.test';
  expect(await answered('GET /chat/no-such-chat HTTP/1.1', there)).toMatch(/^HTTP\/1.1 200 [\s\S]*<html/);
  expect(await answered('GET /hooks/x HTTP/1.1', there)).toContain('There is no webhook at this URL.');
  for (const path of ['/', '/sign-in', '/docs', '/api/auth/csrf', '/api/health', '/chat/../sign-in'])
    expect(await answered(`GET ${path} HTTP/1.1`, there)).toMatch(/^HTTP\/1.1 404 /);
});
