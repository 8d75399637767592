import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { type ChanceServer, startChanceServer } from '../replay/testing/chance-server';
import { dice, randomWorkflow } from '../replay/testing/random-workflow';
import { runByHand } from '../runs/testing/run-by-hand';
import { setVariable } from '../variables/set-variable';
import { createWorkflow } from '../workflows/create-workflow';
import { keepAsTest } from './keep-as-test';
import { runTests } from './run-tests';

vi.setConfig({ testTimeout: patient(600_000) });

/** `KEPT_RUNS=1000 npm test -- db random-tests` for the long form. */
const RUNS = Number(process.env.KEPT_RUNS ?? 20);
const SENDING = ['net.client.socket', 'undici:request:create'];

let mill: TestWorkspace;
let server: ChanceServer;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  mill = await mintWorkspace();
  const customLimits = { syncPerMinute: 100_000 };
  await prisma().user.update({
    where: { id: mill.owner.userId },
    data: { plan: 'enterprise', customLimits },
  });
  await setVariable(mill.owner, { workspaceId: mill.workspaceId, name: 'TOKEN', value: 's3cr3t-value' });
  server = await startChanceServer(dice(11));
});
afterAll(async () => {
  server.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

test('random runs against a server that answers by chance pass as tests, with nothing sent', async () => {
  let sent = 0;
  const count = () => {
    sent += 1;
  };
  const wrong: unknown[] = [];
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const document = randomWorkflow(seed, server.origin);
    const { data } = await createWorkflow(mill.writer, { ...mill, name: `T${seed}`, document });
    const { logId } = await runByHand(mill.writer, { workflowId: data.id, input: { n: seed } });
    // Requests of the run itself may still arrive at the server, so they are counted where they are sent.
    for (const channel of SENDING) subscribe(channel, count);
    await keepAsTest(mill.writer, { id: logId, name: `Test ${seed}`, tags: [], rules: [] });
    const { signal } = new AbortController();
    const { results } = (await runTests(mill.reader, { id: data.id, version: 'draft' }, signal)).data;
    for (const channel of SENDING) unsubscribe(channel, count);
    if (results.length !== 1 || results[0]?.status !== 'passed') wrong.push({ seed, results });
  }
  expect(wrong).toEqual([]);
  expect(sent).toBe(0);
});
