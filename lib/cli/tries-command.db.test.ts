import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase } from '../platform/postgres/db';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../services/accounts/testing/test-workspace';
import { mintKey } from '../services/api-keys/testing/minted-key';
import { getLaterTries } from '../services/later-tries/get-later-tries';
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

test('the rule is shown, set and removed', async () => {
  const { exampleId: id, reader } = mill;
  const none = 'No later tries. Waiting now: 0.\n';
  expect(await cli('tries', '--workflow', id)).toEqual([none, 0]);
  expect(
    await cli('tries', '--workflow', id, '--tries', '3', '--waits', '300, 3600', '--failures', 'temporary'),
  ).toEqual(['Later tries: up to 3, after 300, 3600 s. Failures: temporary. Waiting now: 0.\n', 0]);
  expect((await getLaterTries(reader, { id })).data).toMatchObject({ tries: 3, waitsSeconds: [300, 3_600] });
  expect(await cli('tries', '--workflow', id, '--none')).toEqual([none, 0]);
});

test('what can’t be is refused in words', async () => {
  const { exampleId: id } = mill;
  expect(await cli('tries', '--workflow', id, '--tries', '0', '--waits', '60')).toEqual([
    'At least 1. Without later tries, leave it out.\n',
    1,
  ]);
  expect((await cli('tries', '--workflow', id, '--tries', '1', '--waits', 'soon'))[0]).toContain(
    'whole seconds',
  );
  expect((await cli('tries', '--tries', '1'))[1]).toBe(1);
  expect((await cli('tries', '--workflow', id, '--none', '--tries', '1'))[1]).toBe(1);
});
