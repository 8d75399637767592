import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase } from '../platform/postgres/db';
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
  key = (await mintKey(mill.owner, mill.workspaceId)).secret;
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const cli = (...args: string[]) => callCli({ origin: api.origin, key }, 'redaction', ...args);

test('rules of a workspace and a workflow are shown, set and removed', async () => {
  const { exampleId: id, workspaceId } = mill;
  expect(await cli('--workspace', workspaceId)).toEqual(['No rules.\n', 0]);
  expect(await cli('--workspace', workspaceId, '--name', 'iban', '--path', 'input.card')).toEqual([
    'Redacted by name: iban\nRedacted by path: input.card\n',
    0,
  ]);
  expect(await cli('--workflow', id, '--name', 'email')).toEqual([
    'Redacted by name: email\nOf the workspace: Redacted by name: iban\nOf the workspace: Redacted by path: input.card\n',
    0,
  ]);
  expect(await cli('--workspace', workspaceId, '--none')).toEqual(['No rules.\n', 0]);
  expect(await cli('--workflow', id)).toEqual(['Redacted by name: email\nOf the workspace: No rules.\n', 0]);
});

test('what can’t be is refused in words', async () => {
  const { exampleId: id, workspaceId } = mill;
  expect(await cli('--workflow', id, '--path', 'card')).toEqual([
    expect.stringContaining('is not a path'),
    1,
  ]);
  expect(await cli('--name', 'iban')).toEqual([expect.stringContaining('Say whose rules'), 1]);
  expect((await cli('--workflow', id, '--workspace', workspaceId))[1]).toBe(1);
  expect((await cli('--workflow', id, '--none', '--name', 'iban'))[1]).toBe(1);
});
