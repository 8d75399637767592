import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
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
async function start(): Promise<[Product, Account]> {
  const product = await startProduct(env);
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
