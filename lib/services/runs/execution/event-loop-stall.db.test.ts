import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { type LoopbackServer, listen } from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { isolatedPool } from '../isolated/isolated-pool';
import { startWorkQueue } from '../queue/work-queue';
import { queueByHand } from '../testing/run-by-hand';
import { workflowIn } from '../testing/workflow-in';

vi.setConfig({ testTimeout: patient(120_000) });
vi.hoisted(() => Object.assign(process.env, { LOOP_LIMIT_SECONDS: '1', TEST_HANG: '1' }));

const SOON = { timeout: patient(60_000) };

let upstream: LoopbackServer;
let mill: TestWorkspace;
/** Paths of the requests that came. */
const asked: string[] = [];

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  mill = await mintWorkspace();
  upstream = await listen(
    createServer(({ url }, response) => {
      asked.push(url ?? '');
      response.setHeader('content-type', 'application/json').end('{}');
    }),
  );
});
afterAll(async () => {
  isolatedPool().close();
  await upstream.close();
  await outboundClient().close();
  await closeDatabase();
});

/** Asks for each of these paths in turn. */
async function asking(...paths: string[]): Promise<string> {
  const blocks = paths.map((path) => ({ type: 'api', config: { url: `${upstream.origin}${path}` } }));
  const workflowId = await workflowIn(mill, blocks);
  return (await queueByHand(mill.owner, { workflowId, input: {} })).executionId;
}

async function logsOf(
  executionId: string,
): Promise<Array<{ level: string; code: string | null; blocks: number }>> {
  const { rows } = await pool().query(
    `SELECT l.level, p.error, p.trace_spans FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id
      WHERE l.execution_id = $1`,
    [executionId],
  );
  return rows.map(({ level, error, trace_spans: spans }) => {
    return { level, code: JSON.parse(error ?? 'null')?.code ?? null, blocks: JSON.parse(spans).length };
  });
}

/** Marks the run as if the event loop of an earlier process had stood still on it. */
const suspect = (executionId: string) =>
  pool().query('UPDATE runtime.execution SET standstills = 1 WHERE id = $1', [executionId]);

test('a run that an event loop stood still on ends elsewhere, when it can', async () => {
  const executionId = await asking('/first', '/test-hang/event-loop', '/last');
  await suspect(executionId);
  const queue = startWorkQueue();
  await expect.poll(() => logsOf(executionId), SOON).toEqual([{ level: 'info', code: null, blocks: 4 }]);
  await queue.stop(1_000);
});

test('the second time it ends with words in one log, beside the blocks that had finished', async () => {
  const executionId = await asking('/before', '/test-hang/always');
  await suspect(executionId);
  const queue = startWorkQueue();
  await expect
    .poll(() => logsOf(executionId), SOON)
    .toEqual([{ level: 'error', code: 'RUN_STOOD_STILL', blocks: 2 }]);
  await queue.stop(1_000);
  const { rows } = await pool().query('SELECT FROM runtime.execution WHERE id = $1', [executionId]);
  expect(rows).toEqual([]);
  expect(asked.filter((path) => path === '/before')).toHaveLength(1);
});

test('one whose end no process could record any more is not tried again', async () => {
  const executionId = await asking('/never');
  await pool().query('UPDATE runtime.execution SET standstills = 2 WHERE id = $1', [executionId]);
  const queue = startWorkQueue();
  await expect
    .poll(() => logsOf(executionId), SOON)
    .toEqual([{ level: 'error', code: 'RUN_STOOD_STILL', blocks: 0 }]);
  await queue.stop(1_000);
  expect(asked).not.toContain('/never');
});
