import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { startListening, stopListening } from '../../../platform/postgres/notify';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { refusalOf } from '../../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { runnableWorkflow } from '../compiled/runnable-workflow';
import { runRecorder } from '../recording/run-recorder';
import { runningExecutions } from '../recording/running-executions';
import { executionRow } from '../shapes/execution-row';
import { sendBlock } from '../single-block/send-block';
import { runByHand } from '../testing/run-by-hand';
import { workflowIn } from '../testing/workflow-in';
import { startWorkQueue } from './work-queue';

/** Takes requests and never answers. */
let silent: LoopbackHttpServer;
let busy: TestWorkspace;
let calm: TestWorkspace;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  await startListening();
  await startHeartbeat('worker');
  silent = await startHttpServer(() => undefined);
});
beforeEach(async () => {
  silent.received.length = 0;
  [busy, calm] = [await mintWorkspace(), await mintWorkspace()];
});
afterEach(async () => {
  await pool().query(`DELETE FROM runtime.execution WHERE state = 'queued'`);
  for (const { controller } of runningExecutions().values()) controller.abort();
  await expect.poll(() => runningExecutions().size).toBe(0);
});
afterAll(async () => {
  await silent.close();
  await outboundClient().close();
  await stopHeartbeat();
  await stopListening();
  await closeDatabase();
});

const silence = () => ({
  type: 'api',
  config: { url: `${silent.origin}/` },
});
const code = (text: string) => ({ type: 'function', config: { code: text } });
const LOOP = 'for (;;);';
/** Code for the sandbox: a single expression would be evaluated in the main thread. */
const SUM = 'let n = 0; for (const m of [1, 2]) n += m; return n';

async function enqueue(workflowId: string, count: number): Promise<void> {
  const workflow = (await runnableWorkflow(workflowId))!;
  const row = () => executionRow(workflow, { trigger: 'manual', mode: 'async', input: '{}' });
  const rows = Array.from({ length: count }, row);
  await Promise.all(rows.map((row) => runRecorder().accept(row)));
}

const logsOf = async ({ workspaceId }: TestWorkspace): Promise<number> =>
  (await pool().query('SELECT count(*)::int AS n FROM runtime.log WHERE workspace_id = $1', [workspaceId]))
    .rows[0].n;

test('slow runs of one workspace fill the queue, and those of another run all the same', async () => {
  await enqueue(await workflowIn(busy, [silence()]), 200);
  const queue = startWorkQueue();
  await expect.poll(() => silent.received.length).toBe(48);
  const calls = await workflowIn(calm, [code(SUM)]);
  for (let runs = 1; runs <= 3; runs += 1) {
    await enqueue(calls, 1);
    await expect.poll(() => logsOf(calm)).toBe(runs);
  }
  // A larger batch gets through too, one run after another, although only kept slots are left.
  await enqueue(calls, 20);
  await expect.poll(() => logsOf(calm)).toBe(23);
  expect([silent.received.length, await logsOf(busy)]).toEqual([48, 0]);
  await pool().query(`DELETE FROM runtime.execution WHERE state = 'queued'`);
  for (const { controller } of runningExecutions().values()) controller.abort();
  await queue.stop(10_000);
});

test('a long queue of one workspace is drained as fast as its runs end, not a part each second', async () => {
  await enqueue(await workflowIn(busy, [code('return 1')]), 1_000);
  const queue = startWorkQueue();
  await expect.poll(() => logsOf(busy)).toBe(1_000);
  await queue.stop(10_000);
});

test('endless code of one workspace, from its editor too, leaves the sandbox to others', async () => {
  const workflowId = await workflowIn(busy, [code(LOOP)]);
  const stop = new AbortController();
  const body = { samples: {}, input: {} };
  const spinning = Promise.all([
    ...Array.from({ length: 10 }, () => runByHand(busy.owner, { workflowId, input: {} })),
    ...Array.from({ length: 10 }, () =>
      sendBlock(busy.owner, { params: { id: workflowId, blockId: 'b1' }, body }, stop.signal),
    ),
  ]);
  const calls = await workflowIn(calm, [code(SUM)]);
  for (let runs = 0; runs < 3; runs += 1) {
    const ended = await Promise.race([spinning, runByHand(calm.owner, { workflowId: calls, input: {} })]);
    expect(ended).toMatchObject({ output: { result: 3 } });
  }
  const params = { id: calls, blockId: 'b1' };
  const sent = await Promise.race([spinning, sendBlock(calm.owner, { params, body }, stop.signal)]);
  expect(sent).toMatchObject({ data: { output: { result: 3 } } });
  stop.abort();
  for (const { controller } of runningExecutions().values()) controller.abort();
  await spinning;
});

test('runs of one workspace that are waited for are bounded, those of another are not held up', async () => {
  const workflowId = await workflowIn(busy, [silence()]);
  const run = () => runByHand(busy.owner, { workflowId, input: {} });
  const waiting = Promise.all(Array.from({ length: 1_000 }, run));
  await expect.poll(() => silent.received.length).toBe(1_000);
  expect(await refusalOf(run())).toBe('rate_limited');
  const calls = await workflowIn(calm, [code('return 1')]);
  expect(await runByHand(calm.owner, { workflowId: calls, input: {} })).toMatchObject({ status: 'success' });
  for (const { controller } of runningExecutions().values()) controller.abort();
  await waiting;
  const own = await workflowIn(busy, [code('return 1')]);
  expect(await runByHand(busy.owner, { workflowId: own, input: {} })).toMatchObject({ status: 'success' });
});
