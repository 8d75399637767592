import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { runByHand } from '../runs/testing/run-by-hand';
import { setVariable } from '../variables/set-variable';
import { createWorkflow } from '../workflows/create-workflow';
import { replayLog } from './replay-log';
import { type ChanceServer, startChanceServer } from './testing/chance-server';
import { dice, randomWorkflow } from './testing/random-workflow';

vi.setConfig({ testTimeout: patient(1_200_000) });

/** `REPLAYS=1000 npm test -- db random-replays` for the long form. */
const REPLAYS = Number(process.env.REPLAYS ?? 40);
const SENDING = ['net.client.socket', 'undici:request:create'];
const SEED = Number(process.env.REPLAYS_FROM ?? 1);

let mill: TestWorkspace;
let server: ChanceServer;
const next = dice(7);

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
  server = await startChanceServer(next);
});
afterAll(async () => {
  server.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

test('random runs against a server that answers by chance give the same when replayed', async () => {
  let sent = 0;
  const count = () => {
    sent += 1;
  };
  const kinds: Record<string, number> = {};
  const wrong: unknown[] = [];
  for (let seed = SEED; seed < SEED + REPLAYS; seed += 1) {
    const document = randomWorkflow(seed, server.origin);
    for (const { type } of Object.values(document.blocks)) kinds[type] = (kinds[type] ?? 0) + 1;
    const { data } = await createWorkflow(mill.writer, { ...mill, name: `R${seed}`, document });
    const { logId } = await runByHand(mill.writer, { workflowId: data.id, input: { n: seed } });
    // Requests of the run itself may still arrive at the server, so they are counted where they are sent.
    for (const channel of SENDING) subscribe(channel, count);
    const { data: replay } = await replayLog(
      mill.writer,
      { id: logId, version: 'original' },
      new AbortController().signal,
    );
    for (const channel of SENDING) unsubscribe(channel, count);
    if (replay.result !== 'same')
      wrong.push({ seed, result: replay.result, differences: replay.differences });
  }
  expect(wrong).toEqual([]);
  expect(sent).toBe(0);
  for (const type of ['api', 'function', 'condition', 'loop', 'parallel'])
    expect(kinds[type], type).toBeGreaterThan(REPLAYS / 10);
});
