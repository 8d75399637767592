import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../platform/ids';
import { closeDatabase, pool } from '../platform/postgres/db';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../services/accounts/testing/test-workspace';
import { mintKey } from '../services/api-keys/testing/minted-key';
import { callCli } from './testing/cli-calls';

let api: TestApi;
let mill: TestWorkspace;
let key: string;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await mintWorkspace();
  key = (await mintKey(mill.owner, mill.workspaceId)).secret;
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const cli = (...args: string[]) => callCli({ origin: api.origin, key }, 'outages', ...args);

test('outages are listed, tried and failed', async () => {
  const { workspaceId } = mill;
  expect(await cli('list', '--workspace', workspaceId)).toEqual(['No runs wait for a server.\n', 0]);
  const id = newId();
  await pool().query(
    `INSERT INTO runtime.server_outage (id, workspace_id, origin, state, since, failures, code, next_at)
     VALUES ($1, $2, 'https://api.example.com', 'away', now(), 3, 'TIMEOUT', now() + interval '1 hour')`,
    [id, workspaceId],
  );
  const [listed, code] = await cli('list', '--workspace', workspaceId);
  expect(code).toBe(0);
  expect(listed).toContain(`${id}  https://api.example.com  away since `);
  const [tried] = await cli('try', '--outage', id);
  expect(tried).toContain('waiting: 0');
  expect(await cli('fail', '--outage', id)).toEqual(['Failed 0 blocks.\n', 0]);
});

test('what can’t be done is refused in words', async () => {
  expect((await cli('mend'))[1]).toBe(1);
  const [words, code] = await cli('try', '--outage', newId());
  expect([words, code]).toEqual([expect.stringContaining('Outage not found'), 1]);
});
