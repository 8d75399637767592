import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase } from '../platform/postgres/db';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../services/accounts/testing/test-workspace';
import { mintKey } from '../services/api-keys/testing/minted-key';
import { getWorkflowHold, getWorkspaceHold } from '../services/holds/get-hold';
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

const cli = (...args: string[]) => callCli({ origin: api.origin, key }, ...args);

test('hold, release and discard do what they say, for a workflow and for a workspace', async () => {
  const { exampleId: id, workspaceId, reader } = mill;
  const held = await cli('hold', '--workflow', id, '--reason', 'Moved', '--callers', 'queue');
  expect(held).toEqual(['On hold. Runs that wait: 0.\n', 0]);
  const { data } = await getWorkflowHold(reader, { id });
  expect(data).toMatchObject({ reason: 'Moved', waitingCallers: 'queue' });
  expect(await cli('discard', '--workflow', id)).toEqual(['Discarded 0 runs. The hold stays.\n', 0]);
  expect((await cli('release', '--workflow', id, '--per-minute', '60'))[0]).toContain('Released.');
  expect((await getWorkflowHold(reader, { id })).data?.release?.perMinute).toBe(60);
  await cli('hold', '--workspace', workspaceId);
  expect((await getWorkspaceHold(reader, { workspaceId })).data?.workflowId).toBeNull();
});

test('what can’t be done is refused in words', async () => {
  const { exampleId: id, workspaceId } = mill;
  const both = await cli('hold', '--workflow', id, '--workspace', workspaceId);
  expect(both).toEqual(['Name one of them: --workflow ID or --workspace ID.\n', 1]);
  const [words, code] = await cli('release', '--workflow', id);
  expect([words, code]).toEqual([expect.stringContaining('not on hold'), 1]);
  expect((await cli('release', '--workflow', id, '--per-minute', '0'))[1]).toBe(1);
});
