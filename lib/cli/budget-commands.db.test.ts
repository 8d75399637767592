import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase } from '../platform/postgres/db';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../services/accounts/testing/test-workspace';
import { mintKey } from '../services/api-keys/testing/minted-key';
import { listBudgets } from '../services/budgets/read-budgets';
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

const cli = (...args: string[]) => callCli({ origin: api.origin, key }, 'budgets', ...args);

test('budgets are set by a name, listed and deleted', async () => {
  const { workspaceId, exampleId, reader } = mill;
  expect(await cli('list', '--workspace', workspaceId)).toEqual(['No budgets.\n', 0]);
  const set = (limit: string) =>
    cli(
      ...[
        'set',
        '--workspace',
        workspaceId,
        '--name',
        'calls',
        '--workflow',
        exampleId,
        '--measure',
        'requests',
      ],
      ...['--server', 'https://api.example.com', '--limit', limit, '--minutes', '60'],
    );
  expect(await set('10')).toEqual([
    expect.stringContaining('10 requests to api.example.com within 1 hour'),
    0,
  ]);
  expect((await set('20'))[0]).toContain('20 requests');
  const { data } = await listBudgets(reader, { workspaceId });
  expect(data).toEqual([expect.objectContaining({ externalId: 'calls', limit: 20, workflowId: exampleId })]);
  expect((await cli('list', '--workspace', workspaceId))[0]).toContain('20 requests');
  expect(await cli('delete', '--budget', data[0]!.id)).toEqual(['Budget deleted.\n', 0]);
});

test('what can’t be is refused in words', async () => {
  const { workspaceId } = mill;
  const flags = ['set', '--workspace', workspaceId, '--name', 'n', '--measure', 'runs', '--minutes', '60'];
  expect(await cli(...flags, '--limit', '0')).toEqual([
    'More than 0. To stop all runs, hold the workflow.\n',
    1,
  ]);
  expect((await cli(...flags, '--limit', '1', '--server', 'a.test'))[0]).toContain('Only requests');
  expect((await cli('lift'))[0]).toContain('budgets list');
});
