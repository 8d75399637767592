import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase } from '../platform/postgres/db';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import { mintKey } from '../services/api-keys/testing/minted-key';
import { createFolder } from '../services/folders/create-folder';
import { deleteFolder } from '../services/folders/delete-folder';
import { deleteWebhook } from '../services/outgoing-webhooks/delete-webhook';
import {
  mintSubscribedWorkspace,
  type SubscribedWorkspace,
} from '../services/outgoing-webhooks/testing/subscribed-workspace';
import { deleteWorkflow } from '../services/removal/delete-workflow';
import { callCli } from './testing/cli-calls';

let api: TestApi;
let mill: SubscribedWorkspace;
let key: string;
beforeAll(async () => {
  api = await startTestApi();
  mill = await mintSubscribedWorkspace();
  key = (await mintKey(mill.owner, mill.workspaceId)).secret;
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const cli = (...args: string[]) => callCli({ origin: api.origin, key }, 'deleted', ...args);

test('what was deleted is listed and restored', async () => {
  const { workspaceId, writer, exampleId } = mill;
  const none = 'Nothing was deleted in the last 30 days.\n';
  expect(await cli('list', '--workspace', workspaceId)).toEqual([none, 0]);
  const { id: webhook } = await mill.subscribeToAll('http://127.0.0.1:9/hook');
  const folder = (await createFolder(writer, { workspaceId, name: 'Orders', parentId: null })).data.id;
  await deleteWebhook(writer, { workspaceId, id: webhook });
  await deleteFolder(writer, { id: folder });
  await deleteWorkflow(writer, { id: exampleId });
  const [listed] = await cli('list', '--workspace', workspaceId);
  for (const text of [webhook, folder, exampleId, 'http://127.0.0.1:9/hook', 'Orders'])
    expect(listed).toContain(text);
  expect((await cli('restore', '--webhook', webhook))[0]).toContain('It is paused.');
  expect(await cli('restore', '--folder', folder)).toEqual(['Restored the folder Orders.\n', 0]);
  expect((await cli('restore', '--workflow', exampleId))[0]).toContain('It is on hold.');
  expect(await cli('list', '--workspace', workspaceId)).toEqual([none, 0]);
});

test('what can’t be is refused in words', async () => {
  expect(await cli('restore')).toEqual([expect.stringContaining('Say what to restore'), 1]);
  expect(await cli('empty')).toEqual([expect.stringContaining('Say what to do'), 1]);
  expect((await cli('restore', '--folder', 'nowhere'))[1]).toBe(1);
});
