import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase } from '../platform/postgres/db';
import { createHttpServer } from './http-server';
import { createPageListener } from './page-listener';

let server: Server;
let origin: string;
/** The requests that reached Next. */
let passed: Array<Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string }>;

beforeEach(async () => {
  passed = [];
  const answer = createPageListener(async (request, response) => {
    passed.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: await text(request),
    });
    response.end('a page');
  });
  server = createHttpServer();
  server.on('request', (request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});
afterAll(closeDatabase);

const post = (path: string, body: string | ReadableStream = 'csrfToken=1') =>
  fetch(origin + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    duplex: 'half',
  } as RequestInit);

describe('what reaches next-auth', () => {
  test.each([
    '_log',
    '%5Flog',
    '%5flog',
    '_log/',
    'callback/../_log',
    'callback/github',
    'verify-request',
    '',
  ])('never is /api/auth/%s', async (action) => {
    const socket = connect(new URL(origin).port as unknown as number, '127.0.0.1');
    socket.end(
      `POST /api/auth/${action} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1.1 404 /);
    expect(passed).toEqual([]);
  });

  test('is what our pages ask for, with a body that is whole', async () => {
    expect((await post('/api/auth/callback/credentials', 'email=a&password=b')).status).toBe(200);
    expect((await post('/api/auth/signout')).status).toBe(200);
    for (const action of ['csrf', 'providers', 'session', 'signin', 'error?error=x'])
      expect((await fetch(`${origin}/api/auth/${action}`)).status).toBe(200);
    expect(passed[0]).toMatchObject({ method: 'POST', body: 'email=a&password=b' });
    expect(passed).toHaveLength(7);
  });

  test('never is another method of a known path', async () => {
    const { status, headers } = await post('/api/auth/session');
    expect([status, headers.get('allow')]).toEqual([405, 'GET']);
    expect((await fetch(`${origin}/api/auth/signout`)).status).toBe(405);
    expect(passed).toEqual([]);
  });

  test('never is an error that could not be written into a header', async () => {
    for (const code of ['%0a%1b[2J', '%E2%82%AC', 'x'.repeat(65)])
      expect((await fetch(`${origin}/api/auth/error?error=${code}`)).status).toBe(400);
    expect(passed).toEqual([]);
  });

  test('never is a large body, announced or not; the connection can go on', async () => {
    const large = 'x'.repeat(1024 * 1024);
    const announced = await post('/api/auth/callback/credentials', large);
    expect([announced.status, (await announced.json()).code]).toEqual([413, 'payload_too_large']);
    expect((await post('/api/auth/callback/credentials', new Blob([large]).stream())).status).toBe(413);
    expect(passed).toEqual([]);
  });

  test('never is a form of many fields', async () => {
    const answer = await post('/api/auth/callback/credentials', 'a&'.repeat(4_000));
    expect([answer.status, (await answer.json()).code]).toEqual([413, 'payload_too_large']);
    expect(passed).toEqual([]);
  });

  test('is counted for each address that is not signed in', async () => {
    // Each claims another client; four calls a second are returned to the bucket meanwhile.
    const call = (count: number) =>
      fetch(`${origin}/api/auth/csrf`, { headers: { 'x-forwarded-for': `203.0.113.${count % 256}` } });
    let allowed = 0;
    let last = await call(allowed);
    for (; last.status === 200 && allowed < 1_000; last = await call(allowed)) allowed += 1;
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '60']);
    expect(allowed).toBeGreaterThanOrEqual(240);
    expect((await fetch(`${origin}/sign-in`)).status).toBe(200);
  });
});

describe('what reaches pages', () => {
  test('reads only, and has no body', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
      expect((await fetch(`${origin}/sign-in`, { method })).status).toBe(405);
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write('GET /sign-in HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 3\r\n\r\nabc');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 413 /);
    expect(passed).toEqual([]);
  });

  test.each<[what: string, path: string, headers: Record<string, string>, status: number]>([
    ['7,500 parameters', `/?${'a&'.repeat(7_500)}`, {}, 400],
    ['101 parameters', `/sign-in?${'a=1&'.repeat(100)}a`, {}, 400],
    ['a query of 9 KB', `/docs?a=${'x'.repeat(9_000)}`, {}, 400],
    ['parameters for next-auth', `/api/auth/csrf?${'a&'.repeat(7_500)}`, {}, 400],
    ['a path of 3 KB', '/a'.repeat(1_500), {}, 400],
    ['half a percent sign', '/docs/%', {}, 400],
    ['bytes that are no text', '/docs/%E0%A4%A', {}, 400],
    ['101 cookies', '/', { cookie: `${'a=1; '.repeat(100)}a=1` }, 431],
    ['a large state of the router', '/', { rsc: '1', 'next-router-state-tree': 'x'.repeat(25_000) }, 431],
    ['pictures to scale', '/_next/image?url=%2Ficon.svg&w=640&q=75', {}, 404],
  ])('never has %s', async (_, path, headers, status) => {
    const answer = await fetch(origin + path, { headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    expect(passed).toEqual([]);
  });

  test('has what our pages send', async () => {
    const state = encodeURIComponent(JSON.stringify(['', { children: ['__PAGE__?{"level":"error"}', {}] }]));
    const headers = { rsc: '1', 'next-router-state-tree': state, cookie: 'a=1; b=2' };
    const ids = Array.from({ length: 200 }, () => '019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10');
    for (const path of [`/w/x/logs?workflowIds=${ids}`, '/docs/a%20b', '/?a=%'])
      expect((await fetch(origin + path, { headers })).status).toBe(200);
    expect(passed).toHaveLength(3);
  });

  test('says nothing of the client that the client wrote itself', async () => {
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=1',
    };
    const { headers } = await fetch(`${origin}/sign-in`, { headers: forged });
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{20,}$/);
    expect(passed[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1' });
    expect(passed[0]?.headers).not.toHaveProperty('x-forwarded-host');
    expect(passed[0]?.headers).not.toHaveProperty('forwarded');
  });
});

test('a long User-Agent reaches no page whole, because Next takes time that grows with its square', async () => {
  const sent = `Mozilla/5.0 ${'a'.repeat(12_000)}`;
  expect((await fetch(`${origin}/sign-in`, { headers: { 'user-agent': sent } })).status).toBe(200);
  expect(passed[0]?.headers['user-agent']).toBe(sent.slice(0, 512));
});

test('a body that doesn’t arrive ends with 408 and doesn’t block other requests', async () => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write('POST /api/auth/signout HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nab');
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
  expect(passed).toEqual([]);
});
