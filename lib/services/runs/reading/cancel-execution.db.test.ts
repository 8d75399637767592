import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../platform/ids';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { type LoopbackServer, startRawServer } from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { notifyThisProcess } from '../../../platform/postgres/notify';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { expectOutcomes } from '../../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { getLog } from '../../logs/get-log';
import { createWebhook } from '../../outgoing-webhooks/create-webhook';
import { WebhookEvent } from '../../outgoing-webhooks/event-schema';
import { NewWebhookSettings } from '../../outgoing-webhooks/schema';
import { deleteWorkspace } from '../../removal/delete-workspace';
import { createWorkflow } from '../../workflows/create-workflow';
import { startWorkQueue } from '../queue/work-queue';
import { runningExecutions, whileRunning } from '../recording/running-executions';
import type { ExecutionRow } from '../shapes/execution-row';
import { queueByHand } from '../testing/run-by-hand';
import { cancelExecution, getExecution } from './get-execution';

let mill: TestWorkspace;
let silent: LoopbackServer;
let onAsked: () => void;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
});
beforeEach(async () => {
  mill = await mintWorkspace();
  silent = await startRawServer(() => onAsked());
});
afterEach(() => silent.close());
afterAll(async () => {
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

/** Accepts a run that asks the silent server and waits for an answer that never comes. */
async function acceptRun({ subscribed = false } = {}): Promise<string> {
  const position = { x: 0, y: 0 };
  const document = {
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position, enabled: true, config: {} },
      a: { id: 'a', type: 'api', name: 'api', position, enabled: true, config: { url: silent.origin } },
    },
    edges: [{ id: 'sa', source: 's', sourceHandle: 'out', target: 'a', targetHandle: 'in' }],
    schemaVersion: 1,
    loops: {},
    parallels: {},
  };
  const { data } = await createWorkflow(mill.writer, { ...mill, name: 'Waits', document });
  if (subscribed)
    await createWebhook(mill.writer, {
      ...NewWebhookSettings.parse({ url: `${silent.origin}/hook` }),
      workspaceId: mill.workspaceId,
      workflowId: data.id,
    });
  return (await queueByHand(mill.writer, { workflowId: data.id, input: {} })).executionId;
}

const untilEnded = (executionId: string) =>
  expect.poll(() => getExecution(mill.reader, executionId)).toMatchObject({ status: 'error' });

test('a queued run says that its end was asked for, and never starts', async () => {
  const executionId = await acceptRun();
  expect(await getExecution(mill.reader, executionId)).toMatchObject({ cancelRequested: false });
  expect(await cancelExecution(mill.writer, executionId)).toMatchObject({
    status: 'queued',
    cancelRequested: true,
  });
  expect(await getExecution(mill.reader, executionId)).toMatchObject({ cancelRequested: true });
  const queue = startWorkQueue();
  await untilEnded(executionId);
  await queue.stop(5_000);
  const ended = await getExecution(mill.reader, executionId);
  expect(ended).toMatchObject({ error: { code: 'CANCELLED' }, cancelRequested: true });
  // An id is compared exactly.
  await expect(getExecution(mill.reader, executionId.toUpperCase())).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(silent.connections()).toBe(0);
});

test('a running one lets go of its request; its log and its webhook say that it was cancelled', async () => {
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve;
  });
  const queue = startWorkQueue();
  const executionId = await acceptRun({ subscribed: true });
  await asked;
  expect(await cancelExecution(mill.writer, executionId)).toMatchObject({
    status: 'running',
    cancelRequested: true,
  });
  await untilEnded(executionId);
  expect(silent.openSockets()).toBe(0);
  await queue.stop(5_000);
  const { error, logId } = await getExecution(mill.reader, executionId);
  expect(error?.code).toBe('CANCELLED');
  const { data } = await getLog(mill.reader, logId!);
  expect(data).toMatchObject({
    level: 'error',
    status: 'cancelled',
    executionData: { error: { code: 'CANCELLED' } },
  });
  const { rows } = await pool().query<{ body: string }>(
    `SELECT b.body FROM runtime.webhook_delivery d
      JOIN runtime.webhook_body b USING (event_id, includes, created_at)
     WHERE d.execution_id = $1`,
    [executionId],
  );
  expect(rows).toHaveLength(1);
  const event = WebhookEvent.parse(JSON.parse(rows[0]!.body));
  expect(event.data).toMatchObject({ status: 'error', error: { code: 'CANCELLED' } });
  expect(await cancelExecution(mill.writer, executionId)).toMatchObject({ logId, cancelRequested: true });
});

test('deleting the workspace cancels what runs in it', async () => {
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve;
  });
  const queue = startWorkQueue();
  const executionId = await acceptRun();
  await asked;
  await deleteWorkspace(mill.owner, { id: mill.workspaceId, name: 'Mill' });
  while (runningExecutions().has(executionId) || silent.openSockets() > 0)
    await new Promise((resolve) => setTimeout(resolve, 10));
  await queue.stop(5_000);
});

test('readers and strangers stop nothing', async () => {
  const executionId = await acceptRun();
  await expectOutcomes(mill, (actor) => cancelExecution(actor, executionId), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'done',
  });
});

test('a cancellation that comes between claim and start ends the run at once', async () => {
  runningExecutions();
  const executionId = newId();
  notifyThisProcess('cancel', executionId);
  const row = { executionId } as ExecutionRow;
  const looking = () =>
    whileRunning(row, async ({ signal }) => ({ kind: 'ended', wasCancelled: signal.aborted }));
  expect(await looking()).toMatchObject({ wasCancelled: true });
  expect(await looking()).toMatchObject({ wasCancelled: false });
});

test('a cancellation whose announcement was lost is found once notifications arrive again', async () => {
  const asked = new Promise<void>((resolve) => (onAsked = resolve));
  const executionId = await acceptRun();
  const queue = startWorkQueue();
  await asked;
  await pool().query('UPDATE runtime.execution SET cancelled = true WHERE id = $1', [executionId]);
  notifyThisProcess('cancel', '');
  await untilEnded(executionId);
  await queue.stop(5_000);
});
