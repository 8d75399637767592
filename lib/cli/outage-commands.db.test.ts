import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundleOf } from '../../scripts/lib/prepare.mjs';
import { newId } from '../platform/ids';
import { closeDatabase, pool } from '../platform/postgres/db';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../services/accounts/testing/test-workspace';
import { mintKey } from '../services/api-keys/testing/minted-key';

const execute = promisify(execFile);

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

/** Returns what the command printed, and its exit code. */
async function cli(...args: string[]): Promise<[output: string, code: number]> {
  const env = { PATH: process.env.PATH, MILLRACE_API_KEY: key, NODE_ENV: process.env.NODE_ENV };
  const given = [bundleOf('cli'), 'outages', ...args, '--url', api.origin];
  const run = execute(process.execPath, given, { env });
  const { stdout, stderr, code = 0 } = await run.catch((error) => error);
  return [stdout + stderr, code];
}

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
