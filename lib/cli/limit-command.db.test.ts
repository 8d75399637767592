import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase } from '../platform/postgres/db';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../services/accounts/testing/test-workspace';
import { mintKey } from '../services/api-keys/testing/minted-key';
import { getRunLimits } from '../services/run-limits/get-run-limits';
import { callCli } from './testing/cli-calls';

let api: TestApi;
let mill: TestWorkspace;
let key: string;
beforeAll(async () => {
  api = await startTestApi();
  mill = await mintWorkspace();
  key = (await mintKey(mill.owner, mill.workspaceId)).secret;
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const cli = (...args: string[]) => callCli({ origin: api.origin, key }, ...args);

test('limits are shown, set and removed', async () => {
  const { exampleId: id, reader } = mill;
  const none = 'No limits.\nRuns under these limits: 0. Runs that wait: 0.\n';
  expect(await cli('limit', '--workflow', id)).toEqual([none, 0]);
  expect(await cli('limit', '--workflow', id, '--at-once', '3', '--beyond', 'refuse')).toEqual([
    'Runs at once in all: 3.\nBeyond: refuse.\nRuns under these limits: 0. Runs that wait: 0.\n',
    0,
  ]);
  expect((await getRunLimits(reader, { id })).data).toMatchObject({ atOnce: 3, beyond: 'refuse' });
  expect(await cli('limit', '--workflow', id, '--none')).toEqual([none, 0]);
});

test('what can’t be is refused in words', async () => {
  const { exampleId: id } = mill;
  expect(await cli('limit', '--workflow', id, '--at-once', '0')).toEqual([
    'At least 1. To stop all runs, hold the workflow.\n',
    1,
  ]);
  expect((await cli('limit', '--workflow', id, '--per-key', '1'))[0]).toContain('Say what the key is');
  expect((await cli('limit', '--at-once', '1'))[1]).toBe(1);
  expect((await cli('limit', '--workflow', id, '--none', '--at-once', '1'))[1]).toBe(1);
});
