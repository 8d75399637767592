import { createServer, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { listen, startHttpServer } from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { getLog } from '../../logs/get-log';
import { isolatedPool } from '../isolated/isolated-pool';
import { startWorkQueue, type WorkQueue } from '../queue/work-queue';
import { cancelExecution } from '../reading/get-execution';
import { type EchoServer, startEchoServer } from '../testing/echo-server';
import { queueByHand, runByHand } from '../testing/run-by-hand';
import { becomeSteady } from '../testing/steady-process';
import { workflowIn } from '../testing/workflow-in';
import { idOfStep } from '../waits/called-ids';

let mill: TestWorkspace;
let echo: EchoServer;
let queue: WorkQueue | undefined;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  await becomeSteady();
  mill = await mintWorkspace();
  echo = await startEchoServer();
});
afterEach(async () => {
  await queue?.stop(5_000);
  queue = undefined;
});
afterAll(async () => {
  await echo.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const answerWith = (body: string) => ({ type: 'response', config: { body } });
const calling = (workflowId: string, input: Array<{ name: string; value: string }> = []) => ({
  type: 'workflow',
  config: { workflowId, input },
});
const SHOWS_CALL = answerWith(
  '{"data": <b1.data>, "status": <b1.status>, "executionId": <b1.executionId>, "error": <b1.error>}',
);
const requesting = (url: string) => ({ type: 'api', config: { url, method: 'POST' } });

interface LogRow {
  id: string;
  execution_id: string;
  trigger: string;
  level: string;
}
const logsOf = async (workflowId: string): Promise<LogRow[]> => {
  const text = 'SELECT id, execution_id, trigger, level FROM runtime.log WHERE workflow_id = $1';
  return (await pool().query<LogRow>(text, [workflowId])).rows;
};

async function logged(executionId: string) {
  const read = async () =>
    (await pool().query('SELECT id FROM runtime.log WHERE execution_id = $1', [executionId])).rows;
  await expect.poll(read).toHaveLength(1);
  return (await getLog(mill.owner, (await read())[0].id)).data;
}

const outputOf = (run: { output: unknown }) => run.output as Record<string, unknown>;

test('a called workflow gets its input, and has an execution and a log of its own', async () => {
  const child = await workflowIn(mill, [answerWith('{"n": <b0.n>, "who": "<b0.who>"}')]);
  const input = [
    { name: 'n', value: '<b0.n>' },
    { name: 'who', value: 'Ada' },
  ];
  const parent = await workflowIn(mill, [calling(child, input), SHOWS_CALL]);
  const run = await runByHand(mill.writer, { workflowId: parent, input: { n: 7 } });
  const [log] = await logsOf(child);
  expect(run).toMatchObject({
    status: 'success',
    output: { data: { n: 7, who: 'Ada' }, status: 'success', executionId: log?.execution_id, error: null },
  });
  expect(log).toMatchObject({ trigger: 'manual', level: 'info' });
  const detail = (await getLog(mill.owner, log!.id)).data;
  expect(detail.parentExecutionId).toBe(run.executionId);
  expect(detail.executionData.finalOutput).toEqual({ n: 7, who: 'Ada' });
  expect((await getLog(mill.owner, run.logId)).data).not.toHaveProperty('parentExecutionId');
});

test('a child that fails fails its block with its error; the error port catches it', async () => {
  const child = await workflowIn(mill, [
    { type: 'function', config: { code: 'throw new Error("no stock")' } },
  ]);
  const parent = await workflowIn(mill, [calling(child)]);
  const run = await runByHand(mill.writer, { workflowId: parent, input: {} });
  expect(run).toMatchObject({
    status: 'error',
    error: { blockId: 'b1', message: 'Line 1: Error: no stock' },
  });
  const catching = await workflowIn(mill, [{ ...calling(child), port: 'error' }, SHOWS_CALL]);
  const caught = await runByHand(mill.writer, { workflowId: catching, input: {} });
  expect(caught.status).toBe('success');
  expect(outputOf(caught)).toMatchObject({
    data: { result: null },
    status: 'error',
    error: { message: 'Line 1: Error: no stock' },
  });
});

test.each([
  ['that is not there', async () => '019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10'],
  ['whose id is none', async () => 'elsewhere'],
  [
    'of another workspace',
    () => workflowIn({ ...mill, owner: mill.stranger, workspaceId: mill.strangersWorkspaceId }, []),
  ],
])('a workflow %s is not called, with one same error', async (_, workflow) => {
  const parent = await workflowIn(mill, [calling(await workflow())]);
  const run = await runByHand(mill.writer, { workflowId: parent, input: {} });
  expect(run.error).toMatchObject({ code: 'WORKFLOW_NOT_FOUND', field: 'workflowId' });
});

test('workflows that call each other in a circle stop at the tenth level, in words', async () => {
  const id = await workflowIn(mill, [answerWith('1')]);
  const document = await workflowIn(mill, [calling(id)]);
  const { rows } = await pool().query('SELECT document FROM workflow WHERE id = $1', [document]);
  await pool().query('UPDATE workflow SET document = $2 WHERE id = $1', [id, rows[0].document]);
  const run = await runByHand(mill.writer, { workflowId: document, input: {} });
  expect(run.error).toMatchObject({ code: 'WORKFLOW_TOO_DEEP' });
  expect(await logsOf(id)).toHaveLength(10);
});

test('a cancelled run cancels the workflow that it called', async () => {
  const hold = await holdingServer();
  try {
    const child = await workflowIn(mill, [requesting(hold.origin)]);
    const parent = await workflowIn(mill, [calling(child)]);
    queue = startWorkQueue();
    const { executionId } = await queueByHand(mill.writer, { workflowId: parent, input: {} });
    await expect.poll(() => hold.held.length).toBe(1);
    await cancelExecution(mill.writer, executionId);
    expect((await logged(executionId)).executionData.error).toMatchObject({ code: 'CANCELLED' });
    await expect.poll(() => logsOf(child)).toMatchObject([{ level: 'cancelled' }]);
  } finally {
    await hold.close();
  }
});

test('a child that had finished is not run again when its parent is resumed', async () => {
  const hold = await holdingServer();
  try {
    const child = await workflowIn(mill, [requesting(`${echo.origin}/once`), answerWith('{"done": true}')]);
    const parent = await workflowIn(mill, [calling(child), requesting(hold.origin), SHOWS_CALL]);
    queue = startWorkQueue();
    const { executionId } = await queueByHand(mill.writer, { workflowId: parent, input: {} });
    await expect.poll(() => hold.held.length).toBe(1);
    // Simulates that its process died just before it could note that the call had ended.
    await pool().query(`DELETE FROM runtime.execution_step WHERE execution_id = $1 AND block_id = 'b1'`, [
      executionId,
    ]);
    await giveToAnother(executionId);
    hold.release();
    await queue.stop(10_000);
    queue = startWorkQueue();
    const { executionData } = await logged(executionId);
    expect(executionData.finalOutput).toMatchObject({ data: { done: true }, status: 'success' });
    expect(echo.received.filter(({ url }) => url === '/once')).toHaveLength(1);
    expect(await logsOf(child)).toHaveLength(1);
  } finally {
    await hold.close();
  }
});

test('a child that was cut off goes on by itself, and its parent gets its output', async () => {
  const hold = await holdingServer();
  try {
    const child = await workflowIn(mill, [
      requesting(`${echo.origin}/before`),
      requesting(hold.origin),
      answerWith('{"late": true}'),
    ]);
    const parent = await workflowIn(mill, [calling(child), answerWith('<b1.data>')]);
    queue = startWorkQueue();
    const { executionId } = await queueByHand(mill.writer, { workflowId: parent, input: {} });
    await expect.poll(() => hold.held.length).toBe(1);
    const childId = idOfStep('call', executionId, 'b1');
    await giveToAnother(executionId, childId);
    hold.release();
    await queue.stop(10_000);
    queue = startWorkQueue();
    expect((await logged(executionId)).executionData.finalOutput).toEqual({ late: true });
    expect((await logged(childId)).level).toBe('info');
    expect(echo.received.filter(({ url }) => url === '/before')).toHaveLength(1);
    expect(await logsOf(child)).toHaveLength(1);
  } finally {
    await hold.close();
  }
});

test('runs with large values call and are called; only a large output is not passed on', async () => {
  const large = await startHttpServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ text: 'x'.repeat(1_500_000) }));
  });
  try {
    const fetching = requesting(large.origin);
    const small = await workflowIn(mill, [answerWith('{"n": <b0.n>}')]);
    const calls = await workflowIn(mill, [fetching, calling(small, [{ name: 'n', value: '5' }])]);
    const first = await runByHand(mill.writer, { workflowId: calls, input: {} });
    expect(first).toMatchObject({ status: 'success', output: { data: { n: 5 }, status: 'success' } });
    const [log] = await logsOf(small);
    expect((await getLog(mill.owner, log!.id)).data.parentExecutionId).toBe(first.executionId);

    const measured = await workflowIn(mill, [fetching, answerWith('{"length": <b1.data.text.length?>}')]);
    const called = await workflowIn(mill, [calling(measured)]);
    const second = await runByHand(mill.writer, { workflowId: called, input: {} });
    expect(second).toMatchObject({ status: 'success', output: { status: 'success' } });

    const whole = await workflowIn(mill, [fetching, answerWith('<b1.data>')]);
    const refused = await workflowIn(mill, [calling(whole)]);
    const third = await runByHand(mill.writer, { workflowId: refused, input: {} });
    expect(third.error).toMatchObject({ code: 'WORKFLOW_OUTPUT_TOO_LARGE' });
    expect(await logsOf(whole)).toMatchObject([{ level: 'info' }]);
  } finally {
    isolatedPool().close();
    await large.close();
  }
});

/** Queues them again as after a crash; whatever their process still does is not recorded. */
async function giveToAnother(...ids: string[]): Promise<void> {
  const text = `UPDATE runtime.execution SET owner = NULL, state = 'queued' WHERE id = ANY ($1)`;
  await pool().query(text, [ids]);
}

/** Starts a server that holds its responses until it is released, and then responds immediately. */
async function holdingServer() {
  const held: ServerResponse[] = [];
  let isOpen = false;
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    if (isOpen) response.end('{}');
    else held.push(response);
  });
  const { origin, close } = await listen(server);
  const release = () => {
    isOpen = true;
    for (const response of held) response.end('{}');
  };
  return { origin, close, held, release };
}
