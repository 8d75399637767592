import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { byKey, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { workflowToRun } from '../runs/starting/admit';
import { startRun } from '../runs/starting/start-run';
import { KillableServer } from '../runs/testing/killable-server';
import { workflowIn } from '../runs/testing/workflow-in';
import { NO_LIMITS } from './schema';
import { setRunLimits } from './set-run-limits';

/** `KEYS=50 STARTS=200 KILLS=10` for the long form. */
const KEYS = Number(process.env.KEYS ?? 20);
const STARTS = Number(process.env.STARTS ?? 20);
const KILLS = Number(process.env.KILLS ?? 1);
const WITHIN_MS = patient(120_000);
/** Long enough for another run of the key to come, if there were one. */
const SERVED_AFTER_MS = 5;

vi.setConfig({ testTimeout: patient(180_000 + KILLS * 40_000) });

const file = path.join(import.meta.dirname, 'testing/turns-process.ts');
const servers = [new KillableServer(file), new KillableServer(file), new KillableServer(file)];
let remote: LoopbackHttpServer;
let mill: TestWorkspace;

/** The requests of a key, as the called server saw them. */
interface Seen {
  underWay: number;
  most: number;
  /** The starts in the order in which they first came. */
  order: number[];
}
const seen = new Map<string, Seen>();
let underWay = 0;
let mostInAll = 0;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  remote = await startHttpServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://remote');
    const key = searchParams.get('key') ?? '';
    const n = Number(searchParams.get('n'));
    const of = seen.get(key) ?? { underWay: 0, most: 0, order: [] };
    seen.set(key, of);
    of.underWay += 1;
    of.most = Math.max(of.most, of.underWay);
    underWay += 1;
    mostInAll = Math.max(mostInAll, underWay);
    if (!of.order.includes(n)) of.order.push(n);
    // Once, also for a process that is killed while it waits for the answer.
    response.once('close', () => {
      of.underWay -= 1;
      underWay -= 1;
    });
    setTimeout(() => response.end('{}'), SERVED_AFTER_MS);
  });
  await Promise.all(servers.map((server) => server.start()));
});
beforeEach(async () => {
  seen.clear();
  [underWay, mostInAll] = [0, 0];
  mill = await mintWorkspace();
  await prisma().user.update({
    where: { id: mill.owner.userId },
    data: { plan: 'enterprise', customLimits: { asyncPerMinute: 1_000_000 } },
  });
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await remote.close();
  await outboundClient().close();
  await closeDatabase();
});

const calling = () =>
  workflowIn(mill, [
    { type: 'api', config: { url: `${remote.origin}/?key=<b0.key>&n=<b0.n>`, retry: { when: 'never' } } },
    { type: 'response', config: { body: '1' } },
  ]);

const counts = async (): Promise<{ logs: number; unfinished: number }> => {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*) FROM runtime.log WHERE workspace_id = $1)::integer AS logs,
       (SELECT count(*) FROM runtime.execution WHERE workspace_id = $1)::integer AS unfinished`,
    [mill.workspaceId],
  );
  return rows[0];
};
const allEnd = () =>
  expect.poll(counts, { timeout: WITHIN_MS, interval: 100 }).toEqual({ logs: KEYS * STARTS, unfinished: 0 });

/** Starts them in order for each key, and all keys at once. */
async function startAll(workflowId: string): Promise<void> {
  const caller = byKey(mill.owner, ['workflows:run']);
  const workflow = await workflowToRun(caller, { workflowId });
  const startKey = async (key: string) => {
    for (let n = 0; n < STARTS; n++)
      await startRun({ workflow, trigger: 'webhook', input: { key, n }, mode: 'async', caller: null });
  };
  await Promise.all(Array.from({ length: KEYS }, (_, index) => startKey(`k${index}`)));
}

const inOrder = Array.from({ length: STARTS }, (_, n) => n);

test('never two of a key at once, in order for each key, over three processes', async () => {
  const id = await calling();
  await setRunLimits(mill.owner, { id, ...NO_LIMITS, perKey: 1, key: '<b0.key>' });
  await startAll(id);
  await allEnd();
  expect(seen.size).toBe(KEYS);
  for (const { most, order } of seen.values()) {
    expect(most).toBe(1);
    expect(order).toEqual(inOrder);
  }
});

test('the same with processes that are killed in the middle, and a limit of all', async () => {
  const id = await calling();
  await setRunLimits(mill.owner, { id, ...NO_LIMITS, atOnce: 5, perKey: 1, key: '<b0.key>' });
  const starting = startAll(id);
  for (let kill = 0; kill < KILLS; kill++) {
    const server = servers[kill % servers.length]!;
    const least = ((kill % 8) / 10) * KEYS * STARTS;
    await expect
      .poll(async () => (await counts()).logs, { timeout: WITHIN_MS, interval: 5 })
      .toBeGreaterThan(least);
    await server.kill();
    await server.start();
  }
  await starting;
  await allEnd();
  for (const { most, order } of seen.values()) {
    expect(most).toBe(1);
    expect(order).toEqual(inOrder);
  }
  expect(mostInAll).toBeLessThanOrEqual(5);
});
