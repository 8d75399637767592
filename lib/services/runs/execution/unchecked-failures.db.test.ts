import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uncheckedIn } from '../../../core/engine/trace-span';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { type LoopbackServer, listen } from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { getLog } from '../../logs/get-log';
import { listLogs } from '../../logs/list-logs';
import { LogsQuery } from '../../logs/logs-request';
import { runByHand } from '../testing/run-by-hand';
import { workflowIn } from '../testing/workflow-in';

let mill: TestWorkspace;
let server: LoopbackServer;
beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  mill = await mintWorkspace();
  server = await listen(
    createServer((_, response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"message": "Who are you?"}');
    }),
  );
});
afterAll(async () => {
  await server.close();
  await outboundClient().close();
  await closeDatabase();
});

const asks = () => ({ type: 'api', config: { url: server.origin } });
const answers = (body: string) => ({ type: 'response', config: { body } });

async function ranWith(blocks: Parameters<typeof workflowIn>[1]) {
  const workflowId = await workflowIn(mill, blocks);
  const { logId } = await runByHand(mill.owner, { workflowId, input: {} });
  const { data } = await getLog(mill.reader, logId);
  const query = (statuses: string) =>
    LogsQuery.parse({ workspaceId: mill.workspaceId, workflowIds: workflowId, statuses });
  const found = async (statuses: string) => (await listLogs(mill.reader, query(statuses))).data.length;
  return { ...data, found };
}

test('a refused request that nothing looks at is a success with warnings, of level info', async () => {
  const { status, level, executionData, found } = await ranWith([asks(), answers('<b1.data.message>')]);
  expect([status, level, executionData.error]).toEqual(['warning', 'info', null]);
  expect(uncheckedIn(executionData.traceSpans).map(({ blockId }) => blockId)).toEqual(['b1']);
  expect([await found('warning'), await found('success,error')]).toEqual([1, 0]);
});

test('one whose status a block reads is a success', async () => {
  const { status, executionData } = await ranWith([asks(), answers('{"was": <b1.status>}')]);
  expect([status, uncheckedIn(executionData.traceSpans)]).toEqual(['success', []]);
});

test('one that an error port catches is a success, and one that is to fail the run an error', async () => {
  const caught = await ranWith([{ ...asks(), port: 'error' }, answers('"caught"')]);
  expect([caught.status, caught.executionData.finalOutput]).toEqual(['success', { value: 'caught' }]);
  const strict = { type: 'api', config: { url: server.origin, failOnStatus: true } };
  expect((await ranWith([strict, answers('"no"')])).status).toBe('error');
});
