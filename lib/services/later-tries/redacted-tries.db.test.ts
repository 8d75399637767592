import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { byKey, mintWorkspace } from '../accounts/testing/test-workspace';
import { getLog } from '../logs/get-log';
import { setWorkspaceRedaction } from '../redaction/workspace-redaction';
import { startWorkQueue, type WorkQueue } from '../runs/queue/work-queue';
import { getExecution } from '../runs/reading/get-execution';
import { queueByHand } from '../runs/testing/run-by-hand';
import { rowsFromNow, tablesThatHold } from '../runs/testing/stored-text';
import { workflowIn } from '../runs/testing/workflow-in';
import { queueDueRuns } from '../runs/turns/delayed-runs';
import { publishWorkflow } from '../versions/publish-workflow';
import { NO_LATER_TRIES } from './schema';
import { setLaterTries } from './set-later-tries';

vi.setConfig({ testTimeout: patient(180_000) });

const IBAN = 'DE02120300000000202051';

let remote: LoopbackHttpServer;
let queue: WorkQueue;
/** The status of the next responses to /send. */
let sendStatus = 503;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  remote = await startHttpServer(({ url }, response) =>
    response.writeHead(url.startsWith('/send') ? sendStatus : 200).end('{}'),
  );
  queue = startWorkQueue();
});
afterAll(async () => {
  await queue.stop(5_000);
  await remote.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

test('a later try has redacted values from its stored input: it begins at the beginning, and no table holds them', async () => {
  const mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  await setWorkspaceRedaction(mill.admin, { workspaceId: mill.workspaceId, names: ['iban'], paths: [] });
  const request = { method: 'POST', retry: { when: 'never', max: 0 }, failOnStatus: true };
  const workflowId = await workflowIn(mill, [
    { type: 'api', config: { ...request, url: `${remote.origin}/pay` } },
    { type: 'api', config: { ...request, url: `${remote.origin}/send?to=<b0.iban>` } },
  ]);
  await publishWorkflow(mill.owner, { id: workflowId });
  await setLaterTries(mill.writer, { id: workflowId, ...NO_LATER_TRIES, tries: 1, waitsSeconds: [3_600] });
  const logOf = async (executionId: string): Promise<string> => {
    const logIdNow = async () => (await getExecution(mill.owner, executionId)).logId;
    await expect.poll(logIdNow, { timeout: patient(30_000) }).not.toBeNull();
    return (await logIdNow())!;
  };

  const since = await rowsFromNow();
  const by = byKey(mill.owner, ['workflows:run']);
  const { executionId } = await queueByHand(by, { workflowId, input: { iban: IBAN } });
  await logOf(executionId);
  expect(await tablesThatHold([IBAN], since)).toEqual([]);

  sendStatus = 200;
  const { rows } = await pool().query<{ execution_id: string }>(
    'SELECT execution_id FROM runtime.run_try WHERE first_execution_id = $1',
    [executionId],
  );
  const { execution_id: next } = rows[0]!;
  await pool().query('UPDATE runtime.execution SET start_at = now() WHERE id = $1', [next]);
  await queueDueRuns();
  const { data } = await getLog(mill.reader, await logOf(next));
  expect(data).toMatchObject({ status: 'success', tries: { number: 2, succeeded: 2 } });
  const sent = `/send?to=${IBAN}`;
  expect(remote.received.map(({ url }) => url)).toEqual(['/pay', sent, '/pay', sent]);
  expect(await tablesThatHold([IBAN], since)).toEqual([]);
});
