import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import { keyHolder, type WrittenDocument } from './fixtures/api';
import { Connection } from './fixtures/connection';
import { type Account, bootstrap, liftLimits, type Product, startProduct } from './fixtures/product';

const held: ServerResponse[] = [];
/** Answers after the milliseconds in its path; at `/held` when the test releases it. */
const upstream = createServer(({ url }, response) => {
  if (url === '/held') held.push(response);
  else setTimeout(() => response.end('{}'), Number(url!.slice(1)));
});
let upstreamUrl: string;
let folder: string;
let env: NodeJS.ProcessEnv;
let product: Product;
let account: Account;
/** The ready ones of the two server processes. */
const pids: number[] = [];
/** One connection to each process. */
let connections: [Connection, Connection];

test.beforeAll(async () => {
  test.setTimeout(patient(180_000));
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  upstreamUrl = `http://127.0.0.1:${port}`;
  folder = await mkdtemp(path.join(tmpdir(), 'millrace-processes-'));
  const data = { DATA_DIR: folder, DATABASE_URL: '', OUTBOUND_ALLOW: `127.0.0.1:${port}` };
  env = { ...process.env, ...data, WEB_PROCESSES: '2' };
  await start();
  account = await bootstrap(env);
  await liftLimits(env);
  connections = await connectionToEach(account.apiKey);
});
// A test may stop the product that the others need, in any order.
test.beforeEach(async () => {
  if (product.child.exitCode === null) return;
  await start();
  connections = await connectionToEach(account.apiKey);
});
test.afterAll(async () => {
  for (const connection of connections) connection.close();
  if (product.child.exitCode === null) await product.stop();
  upstream.close();
  upstream.closeAllConnections();
  await rm(folder, { recursive: true });
});

/** Starts the product on its data folder and waits until both processes are ready. */
async function start(): Promise<void> {
  pids.length = 0;
  product = await startProduct(env, ({ pid }) => pids.push(pid));
  await expect.poll(() => pids.length, { timeout: patient(60_000) }).toBe(2);
}

async function connectionToEach(apiKey: string): Promise<[Connection, Connection]> {
  const found = new Map<number, Connection>();
  for (let tries = 0; found.size < 2; tries += 1) {
    if (tries === 20) throw new Error(`Only ${[...found.keys()]} of ${pids} get connections.`);
    const connection = new Connection(product.url, apiKey);
    const pid = await connection.processOf(pids);
    if (pid === undefined || found.has(pid)) connection.close();
    else found.set(pid, connection);
  }
  return pids.map((pid) => found.get(pid)!) as [Connection, Connection];
}

/** Returns a workflow of one request, with its response as the output. */
function asking(url: string): WrittenDocument {
  const position = { x: 0, y: 0 };
  return {
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position },
      a: { id: 'a', type: 'api', name: 'api', position, config: { url } },
    },
    edges: [{ id: 'e', source: 's', target: 'a' }],
  };
}

const workflow = (document: WrittenDocument): Promise<string> =>
  keyHolder(product, account).createWorkflow('W', document);

const executions = (workflowId: string): string => `/api/v1/workflows/${workflowId}/executions`;

async function logsOf(workflowId: string): Promise<Array<{ executionId: string }>> {
  const query = `workspaceId=${account.workspaceId}&workflowIds=${workflowId}&limit=1000`;
  const { body } = await connections[0].call('GET', `/api/v1/logs?${query}`);
  return (body as { data: Array<{ executionId: string }> }).data;
}

test('a run of one process is watched and cancelled through the other from its first moment on', async () => {
  const workflowId = await workflow(asking(`${upstreamUrl}/held`));
  const [first, second] = connections;
  const events: Array<{ type: string; executionId: string; answer?: { status: string } }> = [];
  let begun = (_: string): void => {};
  const started = new Promise<string>((resolve) => (begun = resolve));
  const ended = first.call('POST', executions(workflowId), { input: {} }, (event: (typeof events)[0]) => {
    events.push(event);
    if (event.type === 'run-started') begun(event.executionId);
  });
  const executionId = await started;
  const state = await second.call('GET', `/api/v1/executions/${executionId}`);
  expect(state).toMatchObject({ status: 200, body: { status: 'running', logId: null } });
  const cancelled = await second.call('POST', `/api/v1/executions/${executionId}/cancel`);
  expect(cancelled).toMatchObject({ status: 200, body: { cancelRequested: true } });
  await ended;
  expect(events.at(-1)).toMatchObject({ type: 'run-finished', answer: { status: 'error' } });
  const over = await second.call('GET', `/api/v1/executions/${executionId}`);
  expect(over).toMatchObject({ body: { status: 'error' } });
  expect(await logsOf(workflowId)).toEqual([expect.objectContaining({ executionId })]);
});

test('what is saved through one process is what the other runs next', async () => {
  const answering = (round: number): WrittenDocument => ({
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      r: {
        id: 'r',
        type: 'response',
        name: 'response',
        position: { x: 1, y: 0 },
        config: { body: `{"round": ${round}}` },
      },
    },
    edges: [{ id: 'e', source: 's', target: 'r' }],
  });
  const workflowId = await workflow(answering(0));
  const [first, second] = connections;
  await second.call('POST', executions(workflowId), { input: {} });
  for (let round = 1; round <= 40; round += 1) {
    const saved = await first.call('PUT', `/api/v1/workflows/${workflowId}`, { document: answering(round) });
    expect(saved.status).toBe(200);
    const run = await second.call('POST', executions(workflowId), { input: {} });
    expect(run).toMatchObject({ status: 200, body: { output: { round } } });
  }
});

test('a plan’s limit holds over both processes together', async () => {
  const counted = await bootstrap(env, 'counted');
  const each = await connectionToEach(counted.apiKey);
  const answers = await Promise.all(
    each.map(async (connection) => {
      const statuses: number[] = [];
      for (let call = 0; call < 12; call += 1)
        statuses.push(
          (await connection.call('GET', `/api/v1/logs?workspaceId=${counted.workspaceId}`)).status,
        );
      connection.close();
      return statuses;
    }),
  );
  const statuses = answers.flat();
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(14);
});

test('the metrics tell of both processes, and once of what is the installation’s', async () => {
  for (const connection of connections) {
    const { body } = await connection.call('GET', '/metrics');
    for (const number of [1, 2])
      expect(body).toMatch(new RegExp(`^nodejs_eventloop_lag_seconds\\{process="${number}"\\} `, 'm'));
    expect(String(body).match(/^millrace_queue_depth/gm)).toHaveLength(1);
  }
});

test('a process that is killed loses no run, and is started again', async () => {
  const workflowId = await workflow(asking(`${upstreamUrl}/800`));
  const accepted: string[] = [];
  for (let number = 0; number < 20; number += 1) {
    const { status, body } = await connections[number % 2 === 0 ? 0 : 1].call(
      'POST',
      `${executions(workflowId)}?mode=async`,
      { input: {} },
    );
    expect(status).toBe(202);
    accepted.push((body as { executionId: string }).executionId);
  }
  connections[1].close();
  process.kill(pids.pop()!, 'SIGKILL');
  expect((await connections[0].call('GET', '/api/health')).status).toBe(200);
  const logged = async () => (await logsOf(workflowId)).map(({ executionId }) => executionId).sort();
  await expect.poll(logged, { timeout: patient(60_000) }).toEqual(accepted.toSorted());
  await expect.poll(() => pids.length, { timeout: patient(60_000) }).toBe(2);
  connections[0].close();
  connections = await connectionToEach(account.apiKey);
});

test('a stop lets what both processes are answering end', async () => {
  const workflowId = await workflow(asking(`${upstreamUrl}/held`));
  held.length = 0;
  const running = connections.map((connection) =>
    connection.call('POST', executions(workflowId), { input: {} }),
  );
  await expect.poll(() => held.length).toBe(2);
  const stopped = product.stop();
  await sleep(3_000); // no connection may be cut in the meantime
  for (const response of held) response.end('{}');
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
  await stopped;
  expect(product.child.exitCode).toBe(0);
});
