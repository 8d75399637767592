import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase } from '../platform/postgres/db';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import { mintKey } from '../services/api-keys/testing/minted-key';
import { type BulkMill, mintBulkMill } from '../services/bulk/testing/bulk-mill';
import { callCli } from './testing/cli-calls';

let api: TestApi;
let mill: BulkMill;
let key: string;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await mintBulkMill();
  key = (await mintKey(mill.owner, mill.workspaceId)).secret;
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const cli = (...args: string[]) => callCli({ origin: api.origin, key }, 'bulk', ...args);

test('count, start, show, pause, resume and stop do what they say', async () => {
  const { exampleId, workspaceId } = mill;
  await mill.fail(exampleId, 3);
  const runs = ['--workspace', workspaceId, '--filter', `level=error&workflowIds=${exampleId}`];
  expect(await cli('count', ...runs)).toEqual(['Runs that match: 3.\n', 0]);
  const [started] = await cli('start', '--kind', 'run-again', '--version', 'draft', ...runs);
  expect(started).toMatch(/^Started job \S+: run-again, runs: 3\.\n$/);
  const job = ['--job', started.split(' ')[2]!.replace(':', '')];
  expect((await cli('pause', ...job))[0]).toContain('paused, 0 of 0 done');
  expect((await cli('resume', ...job, '--per-second', '5'))[0]).toContain('running');
  expect((await cli('show', ...job))[0]).toContain('run-again, running');
  expect((await cli('stop', ...job))[0]).toContain('stopped');
});

test('what can’t be done is refused in words', async () => {
  const { workspaceId } = mill;
  expect(await cli('count', '--workspace', workspaceId)).toEqual([
    'Name one of them: --ids, --filter or --error-group.\n',
    1,
  ]);
  const [words, code] = await cli(
    'start',
    '--kind',
    'delete',
    '--workspace',
    workspaceId,
    '--filter',
    'level=error',
  );
  expect([words, code]).toEqual([expect.stringContaining('No run matches'), 1]);
  expect((await cli('dance', '--job', 'x'))[0]).toContain('bulk count, start, show');
});
