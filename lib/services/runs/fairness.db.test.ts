import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WorkflowDocument } from '../../core/workflow/schema';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { startListening, stopListening } from '../../platform/postgres/notify';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { processSingleton } from '../../platform/process-singleton';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { createWorkflow } from '../workflows/create-workflow';
import { RUN_HEAP_MB, RunProcesses, runProcesses } from './processes/run-processes';
import { runRecorder } from './run-recorder';
import { runnableWorkflow } from './runnable-workflow';
import { runningExecutions } from './running-executions';
import { sendBlock } from './send-block';
import { newExecution, startRun } from './start-run';
import { startWorkQueue } from './work-queue';

/** Takes requests and never answers. */
let silent: Server;
let asked = 0;
let large: ChildProcess;
let largeOrigin: string;
let busy: TestWorkspace;
let calm: TestWorkspace;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  await startListening();
  await startHeartbeat('worker');
  processSingleton('run-processes', () => new RunProcesses(2 * RUN_HEAP_MB));
  silent = createServer(() => {
    asked += 1;
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  large = fork(path.join(import.meta.dirname, 'testing/large-answers-process.ts'), {
    execArgv: ['--import', 'tsx'],
  });
  const [port] = await once(large, 'message');
  largeOrigin = `http://127.0.0.1:${port}`;
});
beforeEach(async () => {
  asked = 0;
  [busy, calm] = [await mintWorkspace(), await mintWorkspace()];
});
afterEach(async () => {
  await pool().query(`DELETE FROM runtime.execution WHERE state = 'queued'`);
  for (const { controller } of runningExecutions().values()) controller.abort();
  await expect.poll(() => runningExecutions().size, { timeout: 10_000 }).toBe(0);
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  large.disconnect();
  runProcesses().close();
  await outboundClient().close();
  await stopHeartbeat();
  await stopListening();
  await closeDatabase();
});

/** Start, then these blocks in line. */
async function workflowIn(
  { owner, workspaceId }: TestWorkspace,
  blocks: Array<{ type: string; config: Record<string, unknown> }>,
): Promise<string> {
  const all = [{ type: 'start', config: {} }, ...blocks];
  const document = WorkflowDocument.parse({
    blocks: Object.fromEntries(
      all.map(({ type, config }, place) => {
        const id = `b${place}`;
        return [id, { id, type, name: id, position: { x: 0, y: 0 }, config }];
      }),
    ),
    edges: all
      .slice(1)
      .map((_, place) => ({ id: `e${place}`, source: `b${place}`, target: `b${place + 1}` })),
  });
  const settings = { workspaceId, name: 'W', description: '', folderId: null, document };
  return (await createWorkflow(owner, settings)).data.id;
}

const silence = () => ({
  type: 'api',
  config: { url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/` },
});
const code = (text: string) => ({ type: 'function', config: { code: text } });
const LOOP = 'for (;;);';
/** For the sandbox: a single expression would be evaluated in the main thread. */
const SUM = 'let n = 0; for (const m of [1, 2]) n += m; return n';

async function enqueue(mill: TestWorkspace, workflowId: string, count: number): Promise<void> {
  const workflow = (await runnableWorkflow(workflowId))!;
  const rows = Array.from({ length: count }, () => newExecution(mill.owner, workflow, 'async', {}));
  await Promise.all(rows.map((row) => runRecorder().accept(row)));
}

const logsOf = async ({ workspaceId }: TestWorkspace): Promise<number> =>
  (await pool().query('SELECT count(*)::int AS n FROM runtime.log WHERE workspace_id = $1', [workspaceId]))
    .rows[0].n;

test('slow runs of one workspace fill the queue, and those of another run all the same', async () => {
  await enqueue(busy, await workflowIn(busy, [silence()]), 200);
  const queue = startWorkQueue();
  await expect.poll(() => asked, { timeout: 10_000 }).toBe(48);
  const calls = await workflowIn(calm, [code(SUM)]);
  for (let runs = 1; runs <= 3; runs += 1) {
    await enqueue(calm, calls, 1);
    await expect.poll(() => logsOf(calm), { timeout: 5_000 }).toBe(runs);
  }
  // More at once too, although only kept slots are left: one after another.
  await enqueue(calm, calls, 20);
  await expect.poll(() => logsOf(calm), { timeout: 10_000 }).toBe(23);
  expect([asked, await logsOf(busy)]).toEqual([48, 0]);
  await pool().query(`DELETE FROM runtime.execution WHERE state = 'queued'`);
  for (const { controller } of runningExecutions().values()) controller.abort();
  await queue.stop(10_000);
});

test('endless code of one workspace, from its editor too, leaves the sandbox to others', async () => {
  const workflowId = await workflowIn(busy, [code(LOOP)]);
  const stop = new AbortController();
  const body = { samples: {}, input: {} };
  const spinning = Promise.all([
    ...Array.from({ length: 10 }, () => startRun(busy.owner, { workflowId, input: {} })),
    ...Array.from({ length: 10 }, () =>
      sendBlock(busy.owner, { params: { id: workflowId, blockId: 'b1' }, body }, stop.signal),
    ),
  ]);
  const calls = await workflowIn(calm, [code(SUM)]);
  for (let runs = 0; runs < 3; runs += 1) {
    const ended = await Promise.race([spinning, startRun(calm.owner, { workflowId: calls, input: {} })]);
    expect(ended).toMatchObject({ output: { result: 3 } });
  }
  const params = { id: calls, blockId: 'b1' };
  const sent = await Promise.race([spinning, sendBlock(calm.owner, { params, body }, stop.signal)]);
  expect(sent).toMatchObject({ data: { output: { result: 3 } } });
  stop.abort();
  for (const { controller } of runningExecutions().values()) controller.abort();
  await spinning;
});

test('large runs of one workspace leave a process to another', { timeout: 60_000 }, async () => {
  const api = (url: string) => ({ type: 'api', config: { url: largeOrigin + url } });
  const waits = await workflowIn(busy, [api('/list?n=60000'), api('/wait')]);
  const waiting = Promise.all([1, 2, 3].map(() => startRun(busy.owner, { workflowId: waits, input: {} })));
  const calls = await workflowIn(calm, [api('/list?n=60000'), code('return <b1.data>.length')]);
  const ended = await Promise.race([waiting, startRun(calm.owner, { workflowId: calls, input: {} })]);
  expect(ended).toMatchObject({ output: { result: 60_000 } });
  large.send('answer');
  for (const { controller } of runningExecutions().values()) controller.abort();
  await waiting;
});
