import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { KillableServer } from '../runs/testing/killable-server';
import { queueByHand } from '../runs/testing/run-by-hand';
import { workflowIn } from '../runs/testing/workflow-in';
import { makeNextDue, seenOutage } from './testing/outage-clock';

/** `RUNS=5000 PROBES=12 KILLS=20` for the long form: as many probes as forty minutes have. */
const RUNS = Number(process.env.RUNS ?? 40);
const PROBES = Number(process.env.PROBES ?? 3);
const KILLS = Number(process.env.KILLS ?? 2);
const WITHIN_MS = patient(120_000) + RUNS * 100;
/** The rate that the block allows, in requests a second. */
const RATE = 100;

vi.setConfig({ testTimeout: WITHIN_MS * 2 });

const file = path.join(import.meta.dirname, 'testing/outage-process.ts');
const servers = [new KillableServer(file), new KillableServer(file)];
let remote: LoopbackHttpServer;
let mill: TestWorkspace;
let isDown = true;
/** When each order was taken for the first time, by its key. */
const taken = new Map<string, number>();

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  mill = await mintWorkspace();
  await prisma().user.update({
    where: { id: mill.owner.userId },
    data: { plan: 'enterprise', customLimits: { asyncPerMinute: 1_000_000 } },
  });
  remote = await startHttpServer(({ headers }, response) => {
    const key = String(headers['idempotency-key']);
    if (!isDown && !taken.has(key)) taken.set(key, Date.now());
    response.writeHead(isDown ? 503 : 200).end('{}');
  });
  await Promise.all(servers.map((server) => server.start()));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await remote.close();
  await outboundClient().close();
  await closeDatabase();
});

const counts = async (): Promise<{ parked: number; succeeded: number; failed: number }> => {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*) FROM runtime.execution
        WHERE workspace_id = $1 AND state = 'parked')::integer AS parked,
       count(*) FILTER (WHERE level = 'info')::integer AS succeeded,
       count(*) FILTER (WHERE level <> 'info')::integer AS failed
     FROM runtime.log WHERE workspace_id = $1`,
    [mill.workspaceId],
  );
  return rows[0];
};

async function killOne(place: number): Promise<void> {
  const server = servers[place % servers.length]!;
  await server.kill();
  await server.start();
}

test('an outage fails no run, whichever process is killed; each order is taken once, at the rate', async () => {
  const workflowId = await workflowIn(mill, [
    {
      type: 'api',
      config: {
        url: remote.origin,
        method: 'POST',
        rate: { max: RATE, per: 'second' },
        retry: { when: 'always', max: 0 },
        waitForServer: 'always',
        failOnStatus: true,
      },
    },
  ]);
  for (let n = 0; n < RUNS; n += 1) await queueByHand(mill.owner, { workflowId, input: {} });
  await expect.poll(counts, { timeout: WITHIN_MS }).toEqual({ parked: RUNS, succeeded: 0, failed: 0 });
  const before = remote.received.length;
  for (let n = 0; n < PROBES; n += 1) {
    if (n < KILLS) await killOne(n);
    const probed = remote.received.length;
    const probe = async () => {
      await makeNextDue(mill.workspaceId);
      return remote.received.length;
    };
    await expect.poll(probe, { timeout: WITHIN_MS }).toBeGreaterThan(probed);
  }
  expect((await seenOutage(mill.workspaceId))?.state).toBe('away');
  // A probe that was killed is sent once more, with its key.
  expect(remote.received.length - before).toBeLessThanOrEqual(2 * PROBES + KILLS);

  isDown = false;
  const firstTaken = async () => {
    if (taken.size === 0) await makeNextDue(mill.workspaceId);
    return taken.size;
  };
  await expect.poll(firstTaken, { timeout: WITHIN_MS }).toBeGreaterThan(0);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const least = Math.floor(((kill + 1) / (KILLS + 2)) * RUNS);
    await expect.poll(() => taken.size, { timeout: WITHIN_MS, interval: 5 }).toBeGreaterThanOrEqual(least);
    await killOne(kill);
  }
  await expect.poll(counts, { timeout: WITHIN_MS }).toEqual({ parked: 0, succeeded: RUNS, failed: 0 });
  expect(taken.size).toBe(RUNS);
  const times = [...taken.values()];
  for (const from of times)
    expect(times.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(RATE);
  await expect.poll(() => seenOutage(mill.workspaceId), { timeout: WITHIN_MS }).toBeNull();
});
