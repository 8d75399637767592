import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { processSingleton } from '../../../platform/process-singleton';
import { mintWorkspace } from '../../accounts/testing/test-workspace';
import { IsolatedPool, isolatedPool, RUN_HEAP_MB } from '../isolated/isolated-pool';
import { runningExecutions } from '../recording/running-executions';
import { type LargeAnswers, startLargeAnswers } from '../testing/large-answers';
import { runByHand } from '../testing/run-by-hand';
import { workflowIn } from '../testing/workflow-in';

vi.setConfig({ testTimeout: patient(180_000) });

let remote: LargeAnswers;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  await startHeartbeat('worker');
  processSingleton('isolated-processes', () => new IsolatedPool(2 * RUN_HEAP_MB));
  remote = await startLargeAnswers();
});
afterAll(async () => {
  remote.stop();
  isolatedPool().close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const api = (url: string) => ({ type: 'api', config: { url: remote.origin + url } });
const size = { type: 'function', config: { code: 'return <b1.data>.length' } };

test('large runs of one workspace leave a process to another', async () => {
  const [busy, calm] = [await mintWorkspace(), await mintWorkspace()];
  const waits = await workflowIn(busy, [api('/list?n=60000'), api('/wait')]);
  const waiting = Promise.all([1, 2, 3].map(() => runByHand(busy.owner, { workflowId: waits, input: {} })));
  const calls = await workflowIn(calm, [api('/list?n=60000'), size]);
  const ended = await Promise.race([waiting, runByHand(calm.owner, { workflowId: calls, input: {} })]);
  expect(ended).toMatchObject({ output: { result: 60_000 } });
  remote.goOn();
  for (const { controller } of runningExecutions().values()) controller.abort();
  await waiting;
});
