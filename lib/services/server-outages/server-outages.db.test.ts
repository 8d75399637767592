import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { passOverOutages } from '../runs/outages/outage-loop';
import { startWorkQueue, type WorkQueue } from '../runs/queue/work-queue';
import { cancelExecution, getExecution } from '../runs/reading/get-execution';
import { queueByHand, runByHand } from '../runs/testing/run-by-hand';
import { becomeSteady } from '../runs/testing/steady-process';
import { workflowIn } from '../runs/testing/workflow-in';
import { failServerWaits } from './fail-waits';
import { listServerOutages } from './list-outages';
import { probeServerNow } from './probe-now';
import { makeNextDue, seenOutage } from './testing/outage-clock';

const WITHIN_MS = patient(60_000);
vi.setConfig({ testTimeout: patient(120_000) });

let queue: WorkQueue;
let remote: LoopbackHttpServer;
let mill: TestWorkspace;
/** The status for each request. */
let answer: (url: string) => number = () => 200;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  await becomeSteady();
  queue = startWorkQueue();
});
beforeEach(async () => {
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  answer = () => 200;
  remote = await startHttpServer(({ url }, response) => {
    response.writeHead(answer(url), { 'content-type': 'application/json' }).end('{"n": 1}');
  });
});
// Each test has a server of its own: runs of earlier tests still probe theirs.
afterEach(() => remote.close());
afterAll(async () => {
  await queue.stop(5_000);
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

/** A POST that waits for its server, and isn't repeated otherwise. */
const waiting = (config: object = {}) =>
  workflowIn(mill, [
    {
      type: 'api',
      config: {
        url: `${remote.origin}/orders`,
        method: 'POST',
        retry: { when: 'always', max: 0 },
        waitForServer: 'always',
        failOnStatus: true,
        ...config,
      },
    },
  ]);

const start = async (workflowId: string): Promise<string> =>
  (await queueByHand(mill.owner, { workflowId, input: {} })).executionId;
const startMany = async (workflowId: string, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await start(workflowId));
  return ids;
};
const stateOf = async (id: string) => (await getExecution(mill.owner, id)).status;
const statesOf = async (ids: readonly string[]) => [...new Set(await Promise.all(ids.map(stateOf)))];
const all = (ids: readonly string[], state: string) =>
  expect.poll(() => statesOf(ids), { timeout: WITHIN_MS }).toEqual([state]);
const errorOf = async (id: string) => (await getExecution(mill.owner, id)).error?.code;
const outage = () => seenOutage(mill.workspaceId);

const keys = () => remote.received.map(({ headers }) => String(headers['idempotency-key']));

/** Lets the next run probe, alone, and waits for its result. Others may go on at once if the server answered. */
async function probe(): Promise<void> {
  const before = remote.received.length;
  await makeNextDue(mill.workspaceId);
  await passOverOutages();
  await expect.poll(() => remote.received.length, { timeout: WITHIN_MS }).toBeGreaterThan(before);
  await expect.poll(async () => (await outage())?.is_probing ?? false, { timeout: WITHIN_MS }).toBe(false);
  if ((await outage())?.state === 'away') expect(remote.received).toHaveLength(before + 1);
}

/** Lets all go on that waits. */
async function release(): Promise<void> {
  const step = async () => {
    await makeNextDue(mill.workspaceId);
    await passOverOutages();
    return outage();
  };
  await expect.poll(step, { timeout: WITHIN_MS }).toBeNull();
}

test('queued runs wait for a server that is away, few probe it, and all go on with their keys', async () => {
  answer = () => 503;
  const id = await waiting();
  const first = await startMany(id, 3);
  await all(first, 'parked');
  expect(await outage()).toMatchObject({ state: 'away', failures: 3, waiting: 3 });
  const later = await startMany(id, 7);
  await all(later, 'parked');
  // They were parked before they sent anything.
  expect(remote.received).toHaveLength(3);
  expect(await outage()).toMatchObject({ waiting: 10 });

  await probe();
  await probe();
  expect(await outage()).toMatchObject({ state: 'away', probes: 2, waiting: 10 });
  // Each probe is another run.
  expect(new Set(keys().slice(3)).size).toBe(2);

  answer = () => 200;
  await probe();
  expect(await outage()).toMatchObject({ state: 'returning', waiting: 9 });
  await release();
  await all([...first, ...later], 'success');
  // Three failed at first, two probes failed, and each succeeded once.
  expect(remote.received).toHaveLength(3 + 2 + 10);
  expect(new Set(keys()).size).toBe(10);
});

test('a caller who waits gets the failure at once, and nobody waits for it', async () => {
  answer = () => 503;
  const workflowId = await waiting();
  expect(await runByHand(mill.owner, { workflowId, input: {} })).toMatchObject({
    status: 'error',
    error: { code: 'HTTP_STATUS' },
  });
  expect(await outage()).toBeNull();
});

test('a block that is not set to wait fails as ever, also while others wait', async () => {
  answer = () => 503;
  await all(await startMany(await waiting(), 3), 'parked');
  const id = await start(await waiting({ waitForServer: 'workflow' }));
  await all([id], 'error');
  expect(await errorOf(id)).toBe('HTTP_STATUS');
  expect(await outage()).toMatchObject({ waiting: 3 });
});

test('a request that always fails stops nobody else, and fails in the end', async () => {
  answer = (url) => (url.startsWith('/poison') ? 500 : 200);
  const poison = await start(await waiting({ url: `${remote.origin}/poison` }));
  await all([poison], 'parked');
  expect(await outage()).toMatchObject({ state: 'suspected', waiting: 1 });
  const fine = await waiting();
  const tries = () => remote.received.filter(({ url }) => url === '/poison').length;
  for (let round = 1; (await stateOf(poison)) === 'parked'; round += 1) {
    expect(round).toBeLessThan(10);
    await all([await start(fine)], 'success');
    // Another was answered: what waits goes on.
    await expect.poll(async () => (await outage())?.failures, { timeout: WITHIN_MS }).toBe(0);
    await passOverOutages();
    await expect.poll(tries, { timeout: WITHIN_MS }).toBe(round + 1);
    await expect.poll(() => stateOf(poison), { timeout: WITHIN_MS }).toMatch(/^(parked|error)$/);
  }
  expect(await errorOf(poison)).toBe('HTTP_STATUS');
});

test('people see what waits and can end it; each block then fails without another request', async () => {
  answer = () => 503;
  const ids = await startMany(await waiting(), 4);
  await all(ids, 'parked');
  const { data } = await listServerOutages(mill.reader, mill);
  expect(data).toMatchObject([
    { server: remote.origin, status: 'away', lastFailure: { code: 'HTTP_STATUS', status: 503 }, waiting: 4 },
  ]);
  const { waits } = await getExecution(mill.owner, ids[0]!);
  expect(waits).toMatchObject([{ blockId: 'b1', url: null, server: { origin: remote.origin } }]);
  const sent = remote.received.length;
  const { id } = data[0]!;
  await expect(failServerWaits(mill.reader, { id })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(failServerWaits(mill.stranger, { id })).rejects.toMatchObject({ code: 'not_found' });
  const failed = await failServerWaits(mill.writer, { id });
  expect(failed.data).toEqual({ failed: 4, waiting: 0 });
  await all(ids, 'error');
  expect(await Promise.all(ids.map(errorOf))).toEqual(ids.map(() => 'SERVER_UNAVAILABLE'));
  expect(remote.received).toHaveLength(sent);
  // Nothing waits any more, so the next step forgets the outage.
  await makeNextDue(mill.workspaceId);
  await passOverOutages();
  expect(await outage()).toBeNull();
});

test('a person can have the server tried at once', async () => {
  answer = () => 503;
  const id = await start(await waiting());
  await all([id], 'parked');
  const [found] = (await listServerOutages(mill.reader, mill)).data;
  await expect(probeServerNow(mill.reader, { id: found!.id })).rejects.toMatchObject({ code: 'forbidden' });
  const tried = await probeServerNow(mill.writer, { id: found!.id });
  expect(Date.parse(tried.data.nextProbeAt!)).toBeLessThan(Date.parse(found!.nextProbeAt!));
  answer = () => 200;
  await passOverOutages();
  await all([id], 'success');
});

test('a run that is cancelled while it waits ends, and is no longer counted', async () => {
  answer = () => 503;
  const [first, second] = await startMany(await waiting(), 2);
  await all([first!, second!], 'parked');
  await cancelExecution(mill.owner, first!);
  await all([first!], 'error');
  expect(await errorOf(first!)).toBe('CANCELLED');
  await expect.poll(async () => (await outage())?.waiting, { timeout: WITHIN_MS }).toBe(1);
});

test('after the longest wait a block makes one more attempt, whose result stands', async () => {
  answer = () => 503;
  const id = await start(await waiting());
  await all([id], 'parked');
  const past = `now() - interval '1 second'`;
  await pool().query(`UPDATE runtime.execution_wait SET due_at = ${past} WHERE execution_id = $1`, [id]);
  await pool().query(`UPDATE runtime.execution SET wake_at = ${past} WHERE id = $1`, [id]);
  await all([id], 'error');
  expect(await errorOf(id)).toBe('HTTP_STATUS');
  expect(remote.received).toHaveLength(2);
  expect(await outage()).toMatchObject({ waiting: 0 });
});

test('the lowest rate of the blocks that wait is that of the release', async () => {
  answer = () => 503;
  await all(await startMany(await waiting(), 3), 'parked');
  expect(await outage()).toMatchObject({ state: 'away', per_second: null });
  const slow = await waiting({ rate: { max: 30, per: 'minute' } });
  const slower = await waiting({ rate: { max: 6, per: 'minute' } });
  await all([await start(slow), await start(slower), await start(slow)], 'parked');
  expect(remote.received).toHaveLength(3);
  await expect.poll(async () => (await outage())?.per_second).toBe(0.1);
});

test('a release that meets failures stops again', async () => {
  answer = () => 503;
  const ids = await startMany(await waiting(), 8);
  await all(ids, 'parked');
  let good = 1;
  answer = () => {
    good -= 1;
    return good >= 0 ? 200 : 503;
  };
  await probe();
  const isAway = async () => {
    if ((await outage())?.state === 'away') return true;
    await makeNextDue(mill.workspaceId);
    await passOverOutages();
    return false;
  };
  await expect.poll(isAway, { timeout: WITHIN_MS }).toBe(true);
  await expect.poll(async () => (await outage())?.waiting, { timeout: WITHIN_MS }).toBe(7);
  answer = () => 200;
  await probe();
  await release();
  await all(ids, 'success');
});
