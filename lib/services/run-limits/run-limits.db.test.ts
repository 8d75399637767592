import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { expectOutcomes } from '../accounts/testing/refusals';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';
import { deleteWorkflow } from '../removal/delete-workflow';
import { purgeWorkflow } from '../removal/purge-workflow';
import { workflowIn } from '../runs/testing/workflow-in';
import { getRunLimits } from './get-run-limits';
import { NO_LIMITS } from './schema';
import { setRunLimits } from './set-run-limits';

let api: TestApi;
let mill: TestWorkspace;
let id: string;
let headers: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await mintWorkspace();
  id = await workflowIn(mill, [{ type: 'response', config: { body: '1' } }]);
  headers = (await mintKey(mill.owner, mill.workspaceId)).headers;
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const put = (body: object) => api.call('PUT', `/api/v1/workflows/${id}/run-limits`, headers, body);

test('who may set limits, and who may look', async () => {
  const writing = { stranger: 'not_found', reader: 'forbidden', writer: 'done', admin: 'done' } as const;
  await expectOutcomes(mill, (actor) => setRunLimits(actor, { id, ...NO_LIMITS, atOnce: 2 }), writing);
  const reading = { stranger: 'not_found', reader: 'done' } as const;
  await expectOutcomes(mill, (actor) => getRunLimits(actor, { id }), reading);
});

test('settings replace the ones before, and nothing removes them', async () => {
  const set = await put({
    atOnce: 10,
    perKey: 1,
    key: '<b0.customer>',
    beyond: 'replace',
    debounceSeconds: 30,
  });
  expect([set.status, set.body.data]).toEqual([
    200,
    {
      atOnce: 10,
      perKey: 1,
      key: '<b0.customer>',
      beyond: 'replace',
      debounceSeconds: 30,
      debounceInputs: 'last',
      waiting: 0,
      running: 0,
    },
  ]);
  expect((await put({ atOnce: 3 })).body.data).toMatchObject({ ...NO_LIMITS, atOnce: 3 });
  expect((await put({})).body.data).toMatchObject(NO_LIMITS);
  const stored = await pool().query('SELECT FROM runtime.run_limit WHERE workflow_id = $1', [id]);
  expect(stored.rowCount).toBe(0);
});

test.each([
  [{ atOnce: 0 }, 'To stop all runs, hold the workflow'],
  [{ atOnce: 1_001 }, 'At most 1000'],
  [{ atOnce: 1.5 }, 'whole number'],
  [{ perKey: 1 }, 'Say what the key is'],
  [{ atOnce: 2, perKey: 3, key: '<b0.n>' }, 'This can never be reached: at most 2 run at once in all'],
  [{ key: '<b0.n>' }, 'Nothing uses this key'],
  [{ beyond: 'skip' }, 'There is no limit'],
  [{ perKey: 1, key: 'same' }, 'This key is the same for every run. Use a value of the start: <b0.…>'],
  [{ perKey: 1, key: '<b1.data>' }, 'isn’t known when a run starts'],
  [{ perKey: 1, key: '<b0.n>{{SECRET}}' }, 'A key can’t use {{variables}}'],
  [{ perKey: 1, key: `<b0.${'n'.repeat(500)}>` }, 'At most 500 characters'],
  [{ debounceSeconds: 0 }, 'At least 1 second'],
])('%j is refused in words', async (body, words) => {
  const refused = await put(body);
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining(words)]);
});

test('limits go with their workflow', async () => {
  await put({ atOnce: 1 });
  await deleteWorkflow(mill.writer, { id });
  await purgeWorkflow(mill.admin, { id });
  const stored = await pool().query('SELECT FROM runtime.run_limit WHERE workflow_id = $1', [id]);
  expect(stored.rowCount).toBe(0);
});
