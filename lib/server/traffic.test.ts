import { once } from 'node:events';
import { Agent, createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Traffic, watchTraffic, whyNotNow } from './traffic';

let server: Server;
let traffic: Traffic;
let port: number;
/** Ends the pending responses; each test ends its own. */
let release: () => void;
const never = new AbortController().signal;

beforeEach(async () => {
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server = createServer({ keepAliveTimeout: 60_000 });
  traffic = watchTraffic(server, { restedMs: 1_000 });
  server.on('request', async (request, response) => {
    traffic.begin(response);
    if (request.url === '/slow') await released;
    if (request.url === '/stream') {
      response.write('begun ');
      await released;
    }
    response.end('done');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => server.closeAllConnections());

interface Heard {
  connection: string | undefined;
  body: string;
}

function call(path: string, agent: Agent): Promise<Heard> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => (body += chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ connection: response.headers.connection, body }));
    }).on('error', reject);
  });
}

const keepingAlive = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends requests on one connection until that fails. @returns the error of the last one */
async function callOn(agent: Agent): Promise<string> {
  while (true) {
    try {
      await call('/', agent);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? String(error);
    }
  }
}

test('callers on keep-alive connections see them closed by an answer, never cut', async () => {
  const agents = Array.from({ length: 20 }, keepingAlive);
  await Promise.all(agents.map((agent) => call('/', agent)));
  const ends = agents.map(callOn);
  await traffic.close(never);
  expect(await Promise.all(ends)).toEqual(agents.map(() => 'ECONNREFUSED'));
});

test('an idle connection gets one more answer, which says that the connection closes', async () => {
  const agent = keepingAlive();
  expect((await call('/', agent)).connection).toBe('keep-alive');
  const closed = traffic.close(never);
  expect(await call('/', agent)).toEqual({ connection: 'close', body: 'done' });
  await closed;
});

test('closing waits until every answer under way is complete, begun or not', async () => {
  const [slow, stream] = [call('/slow', keepingAlive()), call('/stream', keepingAlive())];
  while (traffic.size < 2) await sleep(5);
  let ended = false;
  const closed = traffic.close(never).then(() => {
    ended = true;
  });
  await sleep(100); // nothing may end meanwhile
  expect(ended).toBe(false);
  release();
  expect(await slow).toEqual({ connection: 'close', body: 'done' });
  expect((await stream).body).toBe('begun done');
  await closed;
});

test('connections on which nothing comes are ended', async () => {
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const ended = once(silent, 'close');
  silent.resume();
  await traffic.close(never);
  await ended;
});

test('giving up cuts what is left', async () => {
  const slow = call('/slow', keepingAlive());
  const failed = expect(slow).rejects.toThrow('socket hang up');
  while (traffic.size < 1) await sleep(5);
  const giveUp = new AbortController();
  const closed = traffic.close(giveUp.signal);
  giveUp.abort();
  await closed;
  await failed;
});

test('a closing or leaving process is alive but not ready; one with too much to do refuses with Retry-After', () => {
  const closing = { ...traffic, size: 1, closing: true };
  const full = { ...traffic, size: 5_001, closing: false };
  const leaving = { ...traffic, size: 1, leaving: true };
  expect(whyNotNow(leaving, '/api/health')).toBeNull();
  expect(whyNotNow(leaving, '/api/health/ready')).toMatchObject({ status: 503 });
  expect(whyNotNow(leaving, '/api/v1/logs')).toBeNull();
  expect(whyNotNow(closing, '/api/health')).toBeNull();
  expect(whyNotNow(closing, '/api/health/ready')).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
  });
  expect(whyNotNow(closing, '/api/v1/logs')).toBeNull();
  expect(whyNotNow(full, '/api/v1/logs')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  expect(whyNotNow(full, '/api/health')).toBeNull();
});
