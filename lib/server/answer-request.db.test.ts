import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeDatabase } from '../platform/postgres/db';
import { createAnswering } from './answer-request';
import { createHttpServer } from './http-server';
import { watchTraffic } from './traffic';

vi.hoisted(() => {
  process.env.NEXTAUTH_URL = 'https://mill.example';
  process.env.PORT = '3000';
  process.env.ANSWERS_URL = 'https://answers.example';
});

let server: Server;
let port: number;
/** The requests that reached Next. */
let pages: Array<{ url: string | undefined; host: string | undefined; cookie: string | undefined }> = [];

beforeAll(async () => {
  server = createHttpServer();
  const answer = createAnswering({
    dev: false,
    traffic: watchTraffic(server),
    handlePage: async ({ url, headers }, response) => {
      pages.push({ url, host: headers.host, cookie: headers.cookie });
      response.end('a page');
    },
  });
  server.on('request', (request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  pages = [];
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await closeDatabase();
});

/** Sends this request and returns the response, read until the server closes the connection. */
async function answered(line: string, ...headers: string[]) {
  const socket = connect(port, '127.0.0.1');
  const host = headers.some((header) => header.startsWith('host:')) ? [] : ['host: mill.example'];
  socket.write([`${line} HTTP/1.1`, ...host, ...headers, 'connection: close', '', ''].join('\r\n'));
  const whole = await text(socket);
  const [head = '', body = ''] = whole.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
}

describe('what a request asks for', () => {
  test.each(['GET', 'HEAD', 'POST', 'DELETE'])('%s of “*” makes no sense, and is told so', async (method) => {
    const { status, head, body } = await answered(`${method} *`);
    expect([status, pages]).toEqual([400, []]);
    expect(head).toContain('content-type: application/problem+json');
    expect(head).toContain('x-request-id: ');
    if (method !== 'HEAD') expect(JSON.parse(body)).toMatchObject({ code: 'invalid_request', status: 400 });
  });

  test('OPTIONS of “*” asks about the server as a whole', async () => {
    const { status, head } = await answered('OPTIONS *');
    expect([status, pages]).toEqual([204, []]);
    expect(head).toMatch(/\nallow: get, head, post, .*options/);
  });

  test.each([
    'https://mill.example',
    'http://mill.example',
    'HTTP://MILL.EXAMPLE:80',
    'https://mill.example:443',
    'http://localhost:3000',
    'http://[::1]:3000',
  ])('a URL of this server (%s) is its path', async (origin) => {
    expect((await answered(`GET ${origin}/api/health`)).status).toBe(200);
    expect((await answered(`GET ${origin}/some//page?x=%2e`, 'host: x')).status).toBe(200);
    expect((await answered(`GET ${origin}?y`)).status).toBe(200);
    const host = new URL(origin).host;
    expect(pages).toEqual([
      { url: '/some//page?x=%2e', host, cookie: undefined },
      { url: '/?y', host, cookie: undefined },
    ]);
  });

  test('so is one of the address that the connection came to', async () => {
    expect((await answered(`GET http://127.0.0.1:${port}/api/health`)).status).toBe(200);
  });

  test.each([
    'http://evil.example/api/health',
    'http://evil.example',
    'https://mill.example.evil.example/',
    'http://mill.example:8080/',
    'http://user@mill.example/',
    'http://mill.example@evil.example/',
    'http://evil.example/https://mill.example/',
    'ftp://mill.example/',
  ])('a URL of another server (%s) is refused', async (url) => {
    const { status, body } = await answered(`GET ${url}`);
    expect([status, JSON.parse(body).code, pages]).toEqual([400, 'invalid_request', []]);
  });

  test('a tunnel to somewhere is refused in words', async () => {
    const { status, body } = await answered('CONNECT evil.example:443');
    expect([status, JSON.parse(body).code]).toEqual([400, 'invalid_request']);
  });
});

describe('the origin of authors’ answers', () => {
  const there = 'host: answers.example';

  test.each([
    '/',
    '/sign-in',
    '/w/x/logs',
    '/api/auth/csrf',
    '/api/auth/session',
    '/api/health',
    '/api/me',
    '/api/v1/workflows',
    '/v1/chat/help',
    '/mcp/00000000-0000-4000-8000-000000000000',
    '/metrics',
    '/docs',
    '/chat',
    '/chat/a/b',
    '/chat/../sign-in',
    '/chat/%2e%2e/sign-in',
    '/chat/%2e%2e',
    '/_next/static/../../sign-in',
    '/_next/image',
    '/hooks',
    '//evil.example/hooks/x',
  ])('has nothing at %s', async (path) => {
    const { status, body } = await answered(`GET ${path}`, there);
    expect([status, JSON.parse(body).code, pages]).toEqual([404, 'not_found', []]);
  });

  test('has chats, their assets and webhooks, and nobody is signed in there', async () => {
    for (const path of ['/chat/help', '/chat/help?embed=1', '/_next/static/chunks/a.js', '/chat-embed.js'])
      expect((await answered(`GET ${path}`, there, 'cookie: next-auth.session-token=x')).status).toBe(200);
    expect(pages.map(({ cookie }) => cookie)).toEqual([undefined, undefined, undefined, undefined]);
    // The unknown ones are looked up by the server.
    for (const path of ['/hooks/AAAAAAAAAAAAAAAAAAAAAA', '/api/v1/chat/no-such-chat'])
      expect(JSON.parse((await answered(`GET ${path}`, there)).body).detail).toMatch(/There is no/);
  });

  test('is told by a URL as by Host', async () => {
    expect((await answered('GET https://answers.example/sign-in')).status).toBe(404);
    expect((await answered('GET https://mill.example/sign-in', there)).status).toBe(200);
  });
});
