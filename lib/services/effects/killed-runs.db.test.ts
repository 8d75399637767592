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

/** `RUNS=10000 KILLS=20 npm test -- db killed-runs` for the long form. */
const RUNS = Number(process.env.RUNS ?? 60);
const KILLS = Number(process.env.KILLS ?? 2);
const WITHIN_MS = patient(120_000) + RUNS * 100;
const ANSWER_AFTER_MS = 20;

vi.setConfig({ testTimeout: WITHIN_MS * 2 });

const server = new KillableServer();
let remote: LoopbackHttpServer;
let mill: TestWorkspace;
/** The number of times each request arrived, by its key. */
const arrived = new Map<string, number>();

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
    arrived.set(key, (arrived.get(key) ?? 0) + 1);
    setTimeout(() => response.writeHead(200).end('{}'), ANSWER_AFTER_MS);
  });
});
afterAll(async () => {
  await server.kill();
  await remote.close();
  await outboundClient().close();
  await closeDatabase();
});

const post = (onUnknown: string) => ({
  type: 'api',
  config: { url: remote.origin, method: 'POST', retry: { max: 0 }, onUnknown },
});

async function finished(): Promise<number> {
  const { rows } = await pool().query<{ n: number }>(
    'SELECT count(*)::integer AS n FROM runtime.log WHERE workspace_id = $1',
    [mill.workspaceId],
  );
  return rows[0]?.n ?? 0;
}

test('what is recorded equals what a server got, whichever process is killed', async () => {
  // The second is not sent again after a crash, so that its outcome may be unknown.
  const workflowId = await workflowIn(mill, [post('again'), post('fail'), post('again')]);
  for (let n = 0; n < RUNS; n += 1)
    await queueByHand(mill.owner, { workflowId, input: {}, tags: [`order ${n}`] });
  await server.start();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const least = Math.floor(((kill + 1) / (KILLS + 2)) * RUNS);
    await expect.poll(() => arrived.size, { timeout: WITHIN_MS, interval: 5 }).toBeGreaterThanOrEqual(least);
    await server.kill();
    await server.start();
  }
  await expect.poll(finished, { timeout: WITHIN_MS }).toBe(RUNS);
  const { rows: effects } = await pool().query<{ key: string; status: number | null }>(
    `SELECT idempotency_key AS key, status FROM runtime.effect WHERE workspace_id = $1`,
    [mill.workspaceId],
  );
  const kept = new Map(effects.map(({ key, status }) => [key, status]));
  // Each is one row, however often it was sent.
  expect(kept.size).toBe(effects.length);
  expect([...arrived.keys()].filter((key) => !kept.has(key))).toEqual([]);
  // A process may have died between its note and the request.
  const unsent = effects.filter(({ key }) => !arrived.has(key));
  expect(unsent.every(({ status }) => status === null)).toBe(true);
  const answered = effects.filter(({ status }) => status !== null);
  expect(answered.every(({ status }) => status === 200)).toBe(true);
});
