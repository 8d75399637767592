import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outboundClient } from '../platform/outbound-http/outbound-client';
import { type LoopbackHttpServer, startHttpServer } from '../platform/outbound-http/testing/loopback-server';
import { counterPool, logsPool, pool, prisma, queuePool } from '../platform/postgres/db';
import { databaseTraffic } from '../platform/postgres/testing/database-traffic';
import { SCOPES } from '../services/access/actor';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import { createApiKey } from '../services/api-keys/create-api-key';
import { attemptDelivery } from '../services/outgoing-webhooks/attempt-delivery';
import { type ClaimedDelivery, claimDeliveries } from '../services/outgoing-webhooks/claim-deliveries';
import { recordAttempt } from '../services/outgoing-webhooks/record-attempts';
import {
  closeAfterDeliveries,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from '../services/outgoing-webhooks/testing/subscribed-workspace';
import { workflowIn } from '../services/runs/testing/workflow-in';
import { publishWorkflow } from '../services/versions/publish-workflow';
import { getWorkflow } from '../services/workflows/get-workflow';
import { saveWorkflow } from '../services/workflows/save-workflow';

/** The hot paths' database round trips are counted: durations depend on them, and a count has no noise. */
let api: TestApi;
let mill: SubscribedWorkspace;
let headers: Record<string, string>;
let remote: LoopbackHttpServer;

beforeAll(async () => {
  await openForDeliveries();
  api = await startTestApi();
  remote = await startHttpServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"status":"ready"}');
  });
  mill = await mintSubscribedWorkspace();
  // So few a minute that each use is counted individually: counting ahead would hide a round trip.
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'team' } });
  headers = await keyOf(mill);
});
afterAll(async () => {
  await api.close();
  await remote.close();
  await outboundClient().close();
  await closeAfterDeliveries();
});

async function keyOf({ owner, workspaceId }: SubscribedWorkspace): Promise<Record<string, string>> {
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [workspaceId], expiresAt: null };
  return { 'x-api-key': (await createApiKey(owner, choice)).secret };
}

/** Counts without the pools for statements that nobody waits for. */
const roundTrips = async (work: () => Promise<unknown>): Promise<number> =>
  (await databaseTraffic(work, [pool(), counterPool(), logsPool(), queuePool()])).roundTrips;

const RUNS_SAMPLED = 100;

/** Returns bytes on the heap of this thread: with the caller's, without Postgres's and the code threads'. */
async function allocatedBytes(work: () => Promise<unknown>): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 4_096,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await work();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  const sizeOf = (node: typeof profile.head): number =>
    node.children.reduce((sum, child) => sum + sizeOf(child), node.selfSize);
  return sizeOf(profile.head);
}

const apiBlock = () => ({ type: 'api', config: { url: `${remote.origin}/` } });
const condition = {
  type: 'condition',
  config: { branches: [{ id: 'if', label: 'If', expression: '<b1.data.status> === "ready"' }] },
  port: 'if',
};
const code = { type: 'function', config: { code: 'return { status: <b1.data.status> }' } };
const response = { type: 'response', config: { body: '{"ok": true}' } };

test.each([
  ['Start → Response', () => [response], 900],
  ['Start → API → Response', () => [apiBlock(), response], 2_400],
  ['Start → API → Condition → Function → Response', () => [apiBlock(), condition, code, response], 3_400],
])('%s: one round trip to count the use, one to record it', async (_, blocks, maxLogBytes) => {
  const url = `/api/v1/workflows/${await workflowIn(mill, blocks())}/executions`;
  const run = async () => {
    const { status, body } = await api.call('POST', url, headers, { input: {} });
    expect([status, body.status]).toEqual([200, 'success']);
    return body.logId;
  };
  await run(); // fills the caches: the key, the workflow, its variables
  let logId: unknown;
  const trips: number[] = [];
  // A run that takes longer than 50 ms, as on a busy machine, writes a start record.
  while (trips.length < 5 && !trips.some((each) => each <= 2))
    trips.push(
      await roundTrips(async () => {
        logId = await run();
      }),
    );
  expect(Math.min(...trips)).toBeLessThanOrEqual(2);
  const { rows } = await pool().query<{ bytes: number }>(
    `SELECT octet_length(concat(trace_spans, final_output, cost, error, files)) AS bytes
     FROM runtime.log_payload WHERE log_id = $1`,
    [logId],
  );
  expect(rows[0]!.bytes).toBeLessThanOrEqual(maxLogBytes);
  expect(rows[0]!.bytes).toBeGreaterThan(maxLogBytes / 2); // otherwise the limit would be too loose
});

test('a run of Start → API → Condition → Function → Response allocates no more than it needs', async () => {
  const busy = await mintSubscribedWorkspace();
  const customLimits = { logsApiPerMinute: 1_000, syncPerMinute: 1_000, asyncPerMinute: 1_000 };
  await prisma().user.update({
    where: { id: busy.owner.userId },
    data: { plan: 'enterprise', customLimits },
  });
  const key = await keyOf(busy);
  const id = await workflowIn(busy, [apiBlock(), condition, code, response]);
  const runs = async () => {
    for (let n = 0; n < RUNS_SAMPLED; n += 1) {
      const { status } = await api.call('POST', `/api/v1/workflows/${id}/executions`, key, { input: {} });
      expect(status).toBe(200);
    }
  };
  await runs();
  const kb = (await allocatedBytes(runs)) / RUNS_SAMPLED / 1024;
  expect(kb).toBeGreaterThan(150); // otherwise the limit would be too loose
  expect(kb).toBeLessThanOrEqual(400);
});

test('a published workflow runs in as few round trips, and also while its draft is saved', async () => {
  const id = await workflowIn(mill, [response]);
  await publishWorkflow(mill.owner, { id });
  const run = async (version: string) => {
    const url = `/api/v1/workflows/${id}/executions${version}`;
    expect((await api.call('POST', url, headers, { input: {} })).status).toBe(200);
  };
  const VERSIONS = ['', '?version=live', '?version=draft', '?version=1'];
  for (const version of VERSIONS) await run(version); // fills the caches
  for (const version of VERSIONS) expect(await roundTrips(() => run(version))).toBeLessThanOrEqual(2);
  const { document } = (await getWorkflow(mill.owner, { id })).data;
  await saveWorkflow(mill.owner, { id, document });
  // One more round trip for the workflow's row; its live version is still compiled.
  expect(await roundTrips(() => run(''))).toBeLessThanOrEqual(3);
});

test('a first page of logs with details: five round trips, one of them to count the call', async () => {
  const page = async () => {
    const url = `/api/v1/logs?workspaceId=${mill.workspaceId}&limit=10&details=full`;
    expect((await api.call('GET', url, headers)).status).toBe(200);
  };
  await page();
  expect(await roundTrips(page)).toBeLessThanOrEqual(5);
});

test('deliveries: one round trip to claim them, one to record them all', async () => {
  const { id } = await mill.subscribe(remote.origin);
  for (let n = 0; n < 3; n += 1) await mill.complete();
  let deliveries: ClaimedDelivery[] = [];
  // Other tests may have left more than one claim takes, so this endpoint is put first.
  const last = (BigInt(`0x${id.slice(-12)}`) - 1n).toString(16).padStart(12, '0');
  const claiming = await roundTrips(async () => {
    const after = `${id.slice(0, -12)}${last}`;
    ({ deliveries } = await claimDeliveries({ most: 100, after, retries: true }));
  });
  deliveries = deliveries.filter(({ workspaceId }) => workspaceId === mill.workspaceId);
  expect([claiming, deliveries.length]).toEqual([1, 3]);
  const ended = await Promise.all(deliveries.map((each) => attemptDelivery(each, outboundClient())));
  const recording = await roundTrips(() => Promise.all(ended.map((each) => recordAttempt(each!))));
  expect(recording).toBe(1);
});
