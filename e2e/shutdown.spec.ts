import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import { readServer } from '../scripts/lib/postgres/postgres-pid-file.mjs';
import { keyHolder } from './fixtures/api';
import { type Account, bootstrap, liftLimits, type Product, startProduct } from './fixtures/product';

/** Longer than any time limit of a stop, except the drain time itself. */
const LONG_MS = 12_000;
const CALLERS = 20;

const held: ServerResponse[] = [];
/** Answers `/quick` soon, and `/held` when the test releases it. */
const upstream = createServer(({ url }, response) => {
  if (url === '/held') held.push(response);
  else setTimeout(() => response.end('{}'), 50);
});
let folder: string;
let env: NodeJS.ProcessEnv;

test.beforeAll(async () => {
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  folder = await mkdtemp(path.join(tmpdir(), 'millrace-shutdown-'));
  env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', OUTBOUND_ALLOW: `127.0.0.1:${port}` };
});
test.afterAll(async () => {
  upstream.close();
  upstream.closeAllConnections();
  await rm(folder, { recursive: true });
});

let account: Account | undefined;

/** Starts a product on the data of all tests, whose account has no limits. */
async function start(more: Record<string, string> = {}): Promise<[Product, Account]> {
  const product = await startProduct({ ...env, ...more });
  if (account === undefined) {
    account = await bootstrap(env);
    await liftLimits(env);
  }
  return [product, account];
}

/** Creates a workflow of one request. */
async function askingWorkflow(product: Product, account: Account, at: '/quick' | '/held'): Promise<string> {
  const { port } = upstream.address() as AddressInfo;
  return keyHolder(product, account).createWorkflow(`Asks ${at}`, {
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      a: {
        id: 'a',
        type: 'api',
        name: 'one',
        position: { x: 1, y: 0 },
        config: {
          // Its own limits exceed the duration of any test.
          timeoutMs: 300_000,
          totalTimeoutMs: 600_000,
          url: `http://127.0.0.1:${port}${at}`,
        },
      },
    },
    edges: [{ id: 'e', source: 's', target: 'a' }],
  });
}

/** Runs it once on the agent's connection. @returns the status, or the code of a failed connection */
function run(product: Product, { apiKey }: Account, workflowId: string, agent: Agent, accept = '*/*') {
  return new Promise<number | string>((resolve) => {
    const asked = request(`${product.url}/api/v1/workflows/${workflowId}/executions`, {
      method: 'POST',
      agent,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', accept },
    });
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asked.on('response', (response) => {
      let body = '';
      response.on('data', (chunk) => (body += chunk));
      response.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      response.on('end', () =>
        resolve(accept === '*/*' || body.includes('run-finished') ? response.statusCode! : 'cut stream'),
      );
    });
    asked.end('{"input": {}}');
  });
}

test('a stop under callers that keep their connections cuts none of them, nor a slow run', async () => {
  const [product, account] = await start();
  const quick = await askingWorkflow(product, account, '/quick');
  const long = await askingWorkflow(product, account, '/held');
  held.length = 0;
  const heard = new Map<number | string, number>();
  let hasStopped = false;
  const callers = Array.from({ length: CALLERS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (true) {
      const outcome = await run(product, account, quick, agent);
      heard.set(outcome, (heard.get(outcome) ?? 0) + 1);
      if (outcome !== 200) return outcome;
    }
  });
  const slow = ['*/*', 'text/event-stream'].map((accept) =>
    run(product, account, long, new Agent({ keepAlive: true }), accept),
  );
  await expect.poll(() => heard.get(200) ?? 0).toBeGreaterThan(3 * CALLERS);
  await expect.poll(() => held.length).toBe(2);

  const stopped = product.stop().then(() => {
    hasStopped = true;
  });
  expect(new Set(await Promise.all(callers))).toEqual(new Set(['ECONNREFUSED']));
  await sleep(LONG_MS); // no connection may be cut in the meantime
  expect(hasStopped).toBe(false);
  for (const response of held) response.end('{}');
  expect(await Promise.all(slow)).toEqual([200, 200]);
  await stopped;
});

test('a second signal ends the wait, and the product still closes in good order', async () => {
  const [product, account] = await start();
  const endless = await askingWorkflow(product, account, '/held');
  held.length = 0;
  const cut = run(product, account, endless, new Agent());
  await expect.poll(() => held.length).toBe(1);
  product.child.kill('SIGTERM');
  await sleep(1_500); // one signal ends nothing
  expect(product.child.exitCode).toBeNull();
  product.child.kill('SIGTERM');
  const [exitCode] = await once(product.child, 'exit');
  expect(exitCode).toBe(0);
  expect(await cut).toMatch(/ECONNRESET|socket hang up/);
});

test('a stop that leaves first is not ready, and serves until the second signal', async () => {
  const [product, account] = await start({ LEAVE_SECONDS: '3600' });
  const quick = await askingWorkflow(product, account, '/quick');
  const ready = () => fetch(`${product.url}/api/health/ready`).then(({ status }) => status);
  expect(await ready()).toBe(200);
  product.child.kill('SIGTERM');
  await expect.poll(ready).toBe(503);
  expect(await run(product, account, quick, new Agent())).toBe(200);
  expect(product.child.exitCode).toBeNull();
  await sleep(600); // a signal sooner after the first is the same one
  product.child.kill('SIGTERM');
  const [exitCode] = await once(product.child, 'exit');
  expect(exitCode).toBe(0);
});

test('a service manager that signals every process, the database too, cuts no run', async () => {
  const [product, account] = await start();
  const long = await askingWorkflow(product, account, '/held');
  held.length = 0;
  const slow = run(product, account, long, new Agent());
  await expect.poll(() => held.length).toBe(1);
  const database = () => readServer(path.join(folder, 'postgres/data'));
  const first = database()!.pid;
  const exited = once(product.child, 'exit');
  for (const pid of [product.child.pid!, product.serverPid, first]) process.kill(pid, 'SIGTERM');
  const again = { timeout: patient(60_000) };
  await expect
    .poll(() => {
      const server = database();
      return server !== null && server.pid !== first && server.ready;
    }, again)
    .toBe(true);
  expect(product.child.exitCode).toBeNull();
  held[0]!.end('{}');
  expect(await slow).toBe(200);
  const [exitCode] = await exited;
  expect(exitCode).toBe(0);
});
