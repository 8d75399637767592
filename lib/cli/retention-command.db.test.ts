import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, prisma } from '../platform/postgres/db';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../services/accounts/testing/test-workspace';
import { mintKey } from '../services/api-keys/testing/minted-key';
import { callCli } from './testing/cli-calls';

let api: TestApi;
let mill: TestWorkspace;
let key: string;
beforeAll(async () => {
  api = await startTestApi();
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'pro' } });
  key = (await mintKey(mill.owner, mill.workspaceId)).secret;
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const cli = (...args: string[]) =>
  callCli({ origin: api.origin, key }, 'retention', '--workspace', mill.workspaceId, ...args);

test('retention is shown, set and left to the plan again', async () => {
  const ofPlan = 'Logs: 90 days. Inputs and outputs: 90 days. The plan: 90 days.\n';
  expect(await cli()).toEqual([ofPlan, 0]);
  expect(await cli('--log-days', '60', '--payload-days', '7')).toEqual([
    'Logs: 60 days. Inputs and outputs: 7 days. The plan: 90 days.\n',
    0,
  ]);
  expect(await cli('--plan')).toEqual([ofPlan, 0]);
});

test('what can’t be is refused in words', async () => {
  expect(await cli('--log-days', '91')).toEqual([
    expect.stringContaining('The plan keeps logs for 90 days.'),
    1,
  ]);
  expect(await cli('--log-days', '0')).toEqual([expect.stringContaining('At least 1 day.'), 1]);
  expect((await cli('--log-days', '5', '--payload-days', '9'))[1]).toBe(1);
  expect((await cli('--plan', '--log-days', '5'))[1]).toBe(1);
});
