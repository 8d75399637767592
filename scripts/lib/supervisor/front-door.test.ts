import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Lifetime } from '../lifetime.mjs';
import { findFreePort } from '../ports.mjs';
import { launchApp } from './app-process.mjs';
import { openFrontDoor } from './front-door.mjs';

/** Writes its number to each received connection. */
const CHILD = `process.on('message', (message, socket) => {
  if (message.type !== 'connection') return;
  process.send({ type: 'connection-taken' });
  socket?.end(process.argv[1]);
});
process.send({ type: 'ready' });`;

/** The server's own handling of connections, with short limits. */
const HTTP_CHILD = `
  import { createServer } from 'node:http';
  import { receiveConnections } from './lib/server/handed-connections.ts';
  import { watchTraffic } from './lib/server/traffic.ts';
  const limits = { headersTimeout: 1500, requestTimeout: 1500, connectionsCheckingInterval: 100 };
  const server = createServer(limits);
  const traffic = watchTraffic(server, { restedMs: 300 });
  server.on('request', (request, response) => {
    traffic.begin(response);
    setTimeout(() => response.end('done'), request.url === '/slow' ? 1000 : 0);
  });
  await receiveConnections(server, traffic);
  process.on('SIGTERM', () => traffic.close(new AbortController().signal).then(() => process.exit(0)));
  process.send({ type: 'ready', drainMs: 5000 });`;

/** Answers with the number of requests that it has seen. */
const COUNTING_CHILD = `
  import { createServer } from 'node:http';
  import { receiveConnections } from './lib/server/handed-connections.ts';
  let seen = 0;
  const server = createServer((_, response) => response.end('seen ' + (seen += 1)));
  await receiveConnections(server, { connections: 0 });
  process.send({ type: 'ready', drainMs: 0 });`;

/** Reads the target of a request as the product does, and returns it as the response. */
const TARGET_CHILD = `
  import { receiveConnections } from './lib/server/handed-connections.ts';
  import { createHttpServer } from './lib/server/http-server.ts';
  import { normalizeTarget } from './lib/server/request-target.ts';
  import { watchTraffic } from './lib/server/traffic.ts';
  const server = createHttpServer();
  server.on('request', (request, response) => {
    try {
      normalizeTarget(request);
      response.end(request.url);
    } catch (error) {
      response.writeHead(error.status).end();
    }
  });
  await receiveConnections(server, watchTraffic(server));
  process.send({ type: 'ready', drainMs: 0 });`;
/** No database is used. */
const SETTINGS = {
  DATABASE_URL: 'postgresql://nowhere/x',
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  NEXTAUTH_SECRET: 'a secret for the tests alone',
  NEXTAUTH_URL: 'https://mill.example',
};

let lifetime: Lifetime;
let port: number;
let door: Awaited<ReturnType<typeof openFrontDoor>>;
beforeEach(async () => {
  lifetime = new Lifetime();
  port = await findFreePort();
  door = await lifetime.acquire(
    () => openFrontDoor({ port, host: '127.0.0.1' }),
    (opened: { close(): Promise<void> }) => opened.close(),
  );
});
afterEach(async () => {
  await lifetime.end(0);
});

async function launch(number: string, args = ['-e', CHILD, number]) {
  const env = { ...process.env, ...SETTINGS };
  const app = launchApp(lifetime, { name: 'child', args, env });
  await app.ready;
  door.admit(app);
  return { ...app, pid: app.pid! };
}

/** Returns the process that answers a new connection; null if it is closed without a response. */
async function call(): Promise<string | null> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let heard = '';
  socket.setEncoding('utf8').on('data', (chunk) => (heard += chunk));
  await once(socket, 'close');
  return heard || null;
}

test('connections go round the processes', async () => {
  await Promise.all([launch('a'), launch('b'), launch('c')]);
  const answers: Array<string | null> = [];
  for (let number = 0; number < 9; number += 1) answers.push(await call());
  for (const name of ['a', 'b', 'c']) expect(answers.filter((answer) => answer === name)).toHaveLength(3);
});

test('what a killed process had not taken over goes to another', async () => {
  const [stuck] = await Promise.all([launch('a'), launch('b')]);
  process.kill(stuck.pid, 'SIGSTOP');
  const calls = Array.from({ length: 6 }, call);
  // Five are answered while one waits for the unresponsive process.
  let answered = 0;
  for (const one of calls) void one.then(() => (answered += 1));
  while (answered < 5) await new Promise(setImmediate);
  process.kill(stuck.pid, 'SIGKILL');
  expect(await Promise.all(calls)).toEqual(Array(6).fill('b'));
});

test('who waits for a process that stands still is turned away, and the request is not carried out later', async () => {
  const own = await findFreePort();
  door = await lifetime.acquire(
    () => openFrontDoor({ port: own, host: '127.0.0.1', atOnce: 2, waitsAtMostMs: 300 }),
    (opened: { close(): Promise<void> }) => opened.close(),
  );
  const start = async () => {
    const args = ['--import', 'tsx', '--input-type=module', '-e', COUNTING_CHILD];
    const app = launchApp(lifetime, { name: 'child', args, env: { ...process.env, ...SETTINGS } });
    await app.ready;
    return app;
  };
  const ask = async () => {
    const socket = net.connect(own, '127.0.0.1');
    socket.write(get('/', 'close'));
    return text(socket);
  };
  const app = await start();
  let standStill = (_: unknown): void => {};
  const stoodStill = new Promise((resolve) => {
    standStill = resolve;
  });
  door.admit({ ...app, stoodStill });
  process.kill(app.pid!, 'SIGSTOP');
  // Two are on their way to it, one waits.
  const answers = [ask(), ask(), ask()];
  await expect.poll(() => door.arrived()).toBe(answers.length);
  standStill(null);
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\nretry-after: \d/);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
      status: 503,
      code: 'unavailable',
    });
  }
  door.admit(await start());
  process.kill(app.pid!, 'SIGCONT');
  expect(await ask()).toMatch(/seen 1$/);
  expect(await ask()).toMatch(/seen 2$/);
});

test('connections wait while no process is there', async () => {
  const first = await launch('a');
  process.kill(first.pid, 'SIGKILL');
  await first.gone;
  const waiting = [call(), call()];
  await launch('b');
  expect(await Promise.all(waiting)).toEqual(['b', 'b']);
});

test('when it closes, what was taken is still answered and nothing more is', async () => {
  await launch('a');
  const calls = Array.from({ length: 20 }, call);
  await calls[0];
  await door.close();
  const answers = await Promise.all(calls);
  expect(answers.every((answer) => answer === 'a')).toBe(true);
  const refused = net.connect(port, '127.0.0.1');
  expect(((await once(refused, 'error')) as [NodeJS.ErrnoException])[0].code).toBe('ECONNREFUSED');
});

test('a taken port is said in one sentence', async () => {
  await expect(openFrontDoor({ port, host: '127.0.0.1' })).rejects.toThrow(
    `Port ${port} is taken by another program`,
  );
});

const launchScript = (script: string) =>
  launch('http', ['--import', 'tsx', '--input-type=module', '-e', script]);
const launchHttp = () => launchScript(HTTP_CHILD);
const get = (path: string, connection: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\n\r\n`;

test('an HTTP server answers on what it is handed, within its limits', async () => {
  await launchHttp();
  const kept = net.connect(port, '127.0.0.1');
  const heard = text(kept);
  kept.write(get('/', 'keep-alive'));
  await once(kept, 'readable');
  kept.write(get('/', 'close'));
  expect((await heard).match(/200 OK/g)).toHaveLength(2);

  const slow = net.connect(port, '127.0.0.1');
  slow.write('GET / HTTP/1.1\r\n');
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 408/);
});

test('a stop ends what is being answered, and connections that rest', async () => {
  const app = await launchHttp();
  const resting = net.connect(port, '127.0.0.1');
  const rested = text(resting);
  resting.write(get('/', 'keep-alive'));
  await once(resting, 'readable');
  const slow = net.connect(port, '127.0.0.1');
  const answered = text(slow);
  slow.write(get('/slow', 'keep-alive'));
  await once(slow, 'connect');
  await Promise.all([door.close(), app.stop()]);
  expect(await answered).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*done$/);
  expect(await rested).toMatch(/done$/);
  expect((await app.exited).exitCode).toBe(0);
});

test('what a handed request asks for is a path of the product, or refused', async () => {
  await launchScript(TARGET_CHILD);
  const asked = async (line: string): Promise<string> => {
    const socket = net.connect(port, '127.0.0.1');
    const heard = text(socket);
    socket.write(`${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    return heard;
  };
  // The connection's original port is the supervisor's.
  for (const origin of ['https://mill.example', `http://127.0.0.1:${port}`])
    expect(await asked(`GET ${origin}/some/page?x`)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\/some\/page\?x/);
  for (const line of ['GET *', 'GET http://evil.example/', 'CONNECT evil.example:443', 'GET http://x:1/'])
    expect(await asked(line)).toMatch(/^HTTP\/1\.1 400 /);
});
