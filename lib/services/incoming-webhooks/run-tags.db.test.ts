import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { pool, prisma } from '../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { type KeyHolder, startKeyHolder } from '../runs/testing/key-holder';
import { publishedHook } from './testing/published-hook';

vi.setConfig({ testTimeout: patient(60_000) });

let holder: KeyHolder;
let mill: TestWorkspace;
beforeAll(async () => {
  holder = await startKeyHolder();
});
beforeEach(async () => {
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
});
afterAll(() => holder.close());

/** The tags of the run that a request starts. */
async function tagsAfter(config: object, body: unknown, headers: Record<string, string> = {}) {
  const { id, path } = await publishedHook(mill, config, { status: '200', body: 'ok' });
  const { status } = await holder.api.call('POST', path, headers, body);
  expect(status).toBe(202);
  const read = async () =>
    (await pool().query('SELECT tags FROM runtime.log WHERE workflow_id = $1', [id])).rows;
  await expect.poll(read, { timeout: patient(30_000) }).toHaveLength(1);
  return (await read())[0].tags;
}

test('the sender tags a run by a header, and the settings by values of the request', async () => {
  const config = { tags: 'body.order.id, query.none, headers.x-region' };
  const body = { order: { id: 1042 } };
  const headers = { 'x-run-tags': 'nightly, eu', 'x-region': 'eu' };
  expect(await tagsAfter(config, body, headers)).toEqual(['nightly', 'eu', '1042']);
});

test('what stands in the request and can’t be a tag is left out', async () => {
  const config = { tags: 'body.long, body.list, body.good' };
  expect(await tagsAfter(config, { long: 'x'.repeat(65), list: ['a'], good: 'a' })).toEqual(['a']);
  expect(await tagsAfter(config, {})).toBeNull();
});

test('a header that can’t be tags is refused in words', async () => {
  const { path } = await publishedHook(mill, {}, {});
  const { status, body } = await holder.api.call('POST', path, { 'x-run-tags': 'x'.repeat(65) }, {});
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('A tag has at most 64 characters.');
});
