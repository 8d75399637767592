import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import { prisma } from '../../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import type { LogSummary } from '../../logs/schema';
import { type KeyHolder, keyOf, startKeyHolder } from '../testing/key-holder';
import { workflowIn } from '../testing/workflow-in';

vi.setConfig({ testTimeout: patient(60_000) });

let holder: KeyHolder;
let mill: TestWorkspace;
let headers: { 'x-api-key': string };
let path: string;

beforeAll(async () => {
  holder = await startKeyHolder();
});
beforeEach(async () => {
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  headers = await keyOf(mill);
  const workflowId = await workflowIn(mill, [{ type: 'response', config: { status: 200, body: '1' } }]);
  path = `/api/v1/workflows/${workflowId}/executions`;
});
afterAll(() => holder.close());

const start = (body: object, more: Record<string, string> = {}, where = '') =>
  holder.api.call('POST', path + where, { ...headers, ...more }, body);

/** Tags of the logs found, each sorted as it is, the newest first. */
async function found(query: Record<string, string>): Promise<string[][]> {
  const search = new URLSearchParams({ workspaceId: mill.workspaceId, ...query });
  const { status, body } = await holder.api.call('GET', `/api/v1/logs?${search}`, headers);
  expect(status).toBe(200);
  return (body.data as LogSummary[]).map(({ tags }) => tags);
}

test('a run is found by the order number that its caller tagged it with', async () => {
  await start({ input: {}, tags: ['order 1042', 'eu'] });
  await start({ input: {}, tags: ['order 1043', 'eu'] });
  await start({ input: {} });
  expect(await found({ tags: 'order 1042' })).toEqual([['order 1042', 'eu']]);
  expect(await found({ tags: 'order 1042,order 1043,order 7' })).toHaveLength(2);
  expect(await found({ allTags: 'order 1043, eu' })).toEqual([['order 1043', 'eu']]);
  expect(await found({ allTags: 'order 1042,order 1043' })).toEqual([]);
  expect(await found({ tags: 'order 1042', allTags: 'eu' })).toHaveLength(1);
  expect(await found({ tags: 'Order 1042' })).toEqual([]);
  expect(await found({})).toHaveLength(3);
});

test('queued runs, those of a batch and those with a large input have their tags too', async () => {
  expect((await start({ tags: ['queued'] }, {}, '?mode=async')).status).toBe(202);
  expect((await start({ inputs: [{}, {}], tags: ['batch'] }, {}, '/batch')).status).toBe(202);
  const pad = 'x'.repeat(1_500_000);
  expect((await start({ input: { pad }, tags: ['large'] })).status).toBe(200);
  expect(
    (await start({ inputs: [{ pad: pad.slice(0, 900_000) }], tags: ['large batch'] }, {}, '/batch')).status,
  ).toBe(202);
  for (const [tag, count] of [
    ['queued', 1],
    ['batch', 2],
    ['large', 1],
    ['large batch', 1],
  ] as const)
    await expect
      .poll(() => found({ tags: tag }), { timeout: patient(30_000) })
      .toEqual(Array.from({ length: count }, () => [tag]));
});

test('the log itself says its tags', async () => {
  await start({ tags: ['order 1042'] });
  const search = new URLSearchParams({ workspaceId: mill.workspaceId });
  const list = await holder.api.call('GET', `/api/v1/logs?${search}`, headers);
  const [{ id }] = list.body.data as [LogSummary];
  const { body } = await holder.api.call('GET', `/api/v1/logs/${id}`, headers);
  expect(body.data).toMatchObject({ tags: ['order 1042'] });
});

test.each([
  [{ tags: Array.from({ length: 11 }, (_, at) => `${at}`) }, 'At most 10 tags a run.'],
  [{ tags: ['x'.repeat(65)] }, 'A tag has at most 64 characters.'],
  [{ tags: [''] }, 'A tag can’t be empty.'],
  [{ tags: ['a\u0007'] }, 'A tag can’t hold control characters.'],
])('%j is refused in words, and nothing starts', async (body, message) => {
  const answer = await start(body);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(message);
  expect(await found({})).toEqual([]);
});

test('an Idempotency-Key with other tags asks for another run', async () => {
  const key = { 'idempotency-key': 'k1' };
  expect((await start({ tags: ['a'] }, key)).status).toBe(200);
  expect((await start({ tags: ['a'] }, key)).headers.get('idempotent-replayed')).toBe('true');
  expect((await start({ tags: ['b'] }, key)).body).toMatchObject({ code: 'idempotency_key_reused' });
});
