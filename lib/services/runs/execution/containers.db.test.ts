import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import type { TraceSpan } from '../../../core/engine/trace-span';
import { WorkflowDocument } from '../../../core/workflow/schema';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { SCOPES } from '../../access/actor';
import { startTestApi, type TestApi } from '../../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { createApiKey } from '../../api-keys/create-api-key';
import { createWorkflow } from '../../workflows/create-workflow';
import { readJournal } from '../journal/read-journal';
import { startWorkQueue, type WorkQueue } from '../queue/work-queue';

let api: TestApi;
let mill: TestWorkspace;
let server: Server;
let headers: Record<string, string>;
let origin: string;
let queue: WorkQueue | undefined;
/** Delays the service's response to an item's call; null: responses are immediate. */
let hold: ((item: number) => Promise<void>) | null = null;
const called: Array<{ item: number; key: string }> = [];

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  api = await startTestApi();
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'team' } });
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [mill.workspaceId], expiresAt: null };
  headers = { 'x-api-key': (await createApiKey(mill.owner, choice)).secret };
  server = createServer(async (request, response) => {
    const item = Number(request.url?.split('/').at(-1));
    called.push({ item, key: String(request.headers['idempotency-key'] ?? '') });
    await hold?.(item);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ item }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  hold = null;
  called.length = 0;
  await queue?.stop(5_000);
  queue = undefined;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await api.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const position = { x: 0, y: 0 };

/** Start → a container with an API block → Response with the container's results. */
async function workflowWith(type: 'loop' | 'parallel', config: object): Promise<string> {
  const block = (id: string, kind: string, settings: object, parentId?: string) => [
    id,
    { id, type: kind, name: id, position, config: settings, ...(parentId ? { parentId } : {}) },
  ];
  const blocks = Object.fromEntries([
    block('start', 'start', { fields: [{ name: 'items', type: 'array' }] }),
    block('each', type, { items: '<start.items>', result: '<call.data.item>', ...config }),
    block('call', 'api', { url: `${origin}/items/<${type}.item>`, method: 'POST' }, 'each'),
    block('answer', 'response', { body: '<each.results>' }),
  ]);
  const edges = [
    { id: 'e1', source: 'start', target: 'each' },
    { id: 'e2', source: 'each', target: 'answer' },
  ];
  const document = WorkflowDocument.parse({ blocks, edges });
  const { data } = await createWorkflow(mill.writer, { ...mill, name: 'Each', document });
  return data.id;
}

async function call<Body>(path: string, body?: unknown): Promise<Body> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(api.origin + path, {
    ...init,
    headers: { ...headers, 'content-type': 'application/json' },
  });
  return (await answer.json()) as Body;
}

interface Execution {
  executionId: string;
  logId: string;
  status: string;
  output: unknown;
}

const items = (count: number) => Array.from({ length: count }, (_, item) => item);

/** Returns the spans and the output that a successful run has logged. */
async function logged(executionId: string): Promise<{ spans: TraceSpan[]; output: unknown }> {
  const logOf = async () =>
    (await pool().query('SELECT id FROM runtime.log WHERE execution_id = $1', [executionId])).rows[0];
  await expect.poll(logOf, { timeout: patient(30_000) }).toBeDefined();
  const { id } = (await logOf()) as { id: string };
  const { data } = await call<{
    data: { level: string; executionData: { traceSpans: TraceSpan[]; finalOutput: unknown } };
  }>(`/api/v1/logs/${id}`);
  expect(data.level).toBe('info');
  return { spans: data.executionData.traceSpans, output: data.executionData.finalOutput };
}

test('a loop calls once for each item, with a key of its own, and its log shows each iteration', async () => {
  const id = await workflowWith('loop', {});
  const run = await call<Execution>(`/api/v1/workflows/${id}/executions`, { input: { items: items(25) } });
  expect(run).toMatchObject({ status: 'success', output: items(25) });
  expect(called.map(({ item }) => item)).toEqual(items(25));
  expect(new Set(called.map(({ key }) => key)).size).toBe(25);
  const { spans } = await logged(run.executionId);
  const each = spans.find(({ blockId }) => blockId === 'each')!;
  expect(each.children.map(({ iteration }) => iteration)).toEqual(items(25));
  expect(each.children[7]).toMatchObject({
    id: 'call@each:7',
    parentId: 'each',
    output: { data: { item: 7 } },
  });
});

test('documents that are read, and those that were run, have loops and parallels', async () => {
  for (const [type, kind] of [
    ['loop', 'forEach'],
    ['parallel', 'collection'],
  ] as const) {
    const id = await workflowWith(type, {});
    const maps = { loops: {}, parallels: {}, [`${type}s`]: { each: { id: 'each', nodes: ['call'], kind } } };
    const { data } = await call<{ data: { document: object } }>(`/api/v1/workflows/${id}`);
    expect(data.document).toMatchObject(maps);
    const run = await call<Execution>(`/api/v1/workflows/${id}/executions`, { input: { items: [1] } });
    const execution = await call<{ workflowState: object }>(`/api/v1/logs/executions/${run.executionId}`);
    expect(execution.workflowState).toMatchObject(maps);
  }
});

test('a parallel has as many calls under way as it may', async () => {
  const id = await workflowWith('parallel', { concurrency: 4 });
  const atWork: Array<() => void> = [];
  let most = 0;
  hold = () =>
    new Promise((resolve) => {
      atWork.push(resolve);
      most = Math.max(most, atWork.length);
      if (atWork.length !== 4) return;
      // A moment for a fifth, which must not come.
      setTimeout(() => {
        for (const end of atWork.splice(0)) end();
      }, 20);
    });
  const run = await call<Execution>(`/api/v1/workflows/${id}/executions`, { input: { items: items(20) } });
  expect(run.output).toEqual(items(20));
  expect(most).toBe(4);
});

test('a run interrupted in a loop resumes at the item it had reached', async () => {
  const id = await workflowWith('loop', {});
  let release = () => {};
  hold = (item) =>
    item === 6
      ? new Promise((resolve) => {
          release = resolve;
        })
      : Promise.resolve();
  queue = startWorkQueue();
  const { executionId } = await call<Execution>(`/api/v1/workflows/${id}/executions?mode=async`, {
    input: { items: items(10) },
  });
  await expect.poll(() => called.length).toBe(7);
  await expect.poll(async () => (await readJournal(executionId)).entries.length).toBe(1 + 6);
  // Simulates that its process died: another process owns it now, and that one is gone too.
  await pool().query(`UPDATE runtime.execution SET owner = NULL, state = 'queued' WHERE id = $1`, [
    executionId,
  ]);
  hold = null;
  release();
  await queue.stop(10_000);
  queue = startWorkQueue();
  const { output, spans } = await logged(executionId);
  expect(output).toEqual({ value: items(10) });
  const times = items(10).map((item) => called.filter((one) => one.item === item));
  expect(times.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 1, 2, 1, 1, 1]);
  expect(new Set(times[6]?.map(({ key }) => key)).size).toBe(1);
  expect(spans.find(({ blockId }) => blockId === 'each')?.children).toHaveLength(10);
});
