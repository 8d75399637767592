import { afterAll, beforeEach, expect, test } from 'vitest';
import { refusalOf } from '../auth/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../auth/testing/test-workspace';
import { closeDatabase, prisma } from '../db';
import { newId } from '../ids';
import { type CreateApiKey, createApiKey } from './create-api-key';
import { hashApiKey } from './key-format';
import { listApiKeys } from './list-api-keys';
import { renameApiKey } from './rename-api-key';
import { revokeApiKey } from './revoke-api-key';

let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

const choice = (change: Partial<CreateApiKey> = {}): CreateApiKey => ({
  name: 'CI',
  scopes: ['logs:read'],
  workspaceIds: [mill.workspaceId],
  expiresAt: null,
  ...change,
});

test('a key is shown once and kept as its hash', async () => {
  const { data, secret } = await createApiKey(mill.reader, choice({ scopes: ['logs:read', 'logs:read'] }));
  expect(data).toMatchObject({
    name: 'CI',
    scopes: ['logs:read'],
    lastFour: secret.slice(-4),
    lastUsedAt: null,
  });
  const row = await prisma().apiKey.findUniqueOrThrow({ where: { id: data.id } });
  expect(Buffer.from(row.hash)).toEqual(hashApiKey(secret));
  expect(JSON.stringify(await listApiKeys(mill.reader))).not.toContain(secret);
});

test('a key reaches the maker’s own workspaces at most', async () => {
  for (const workspaceId of [mill.strangersWorkspaceId, newId(), 'nonsense']) {
    const workspaceIds = [mill.workspaceId, workspaceId];
    expect(await refusalOf(createApiKey(mill.admin, choice({ workspaceIds })))).toBe('forbidden');
  }
});

test('an expiry lies in the future', async () => {
  const past = choice({ expiresAt: new Date(Date.now() - 1).toISOString() });
  expect(await refusalOf(createApiKey(mill.reader, past))).toBe('invalid_request');
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  expect((await createApiKey(mill.reader, choice({ expiresAt }))).data.expiresAt).toBe(expiresAt);
});

test('people see, rename and revoke their own keys only, admins too', async () => {
  const { data } = await createApiKey(mill.writer, choice());
  for (const other of [mill.admin, mill.reader, mill.stranger]) {
    expect((await listApiKeys(other)).data).toEqual([]);
    expect(await refusalOf(renameApiKey(other, { id: data.id, name: 'x' }))).toBe('not_found');
    expect(await refusalOf(revokeApiKey(other, { id: data.id }))).toBe('not_found');
  }
  expect((await renameApiKey(mill.writer, { id: data.id, name: 'Deploy' })).data.name).toBe('Deploy');
  await revokeApiKey(mill.writer, { id: data.id });
  expect((await listApiKeys(mill.writer)).data).toEqual([]);
  for (const id of [data.id, newId(), 'nonsense'])
    expect(await refusalOf(revokeApiKey(mill.writer, { id }))).toBe('not_found');
});

test('making and revoking leave an audit in the workspace', async () => {
  const { data } = await createApiKey(mill.writer, choice());
  await revokeApiKey(mill.writer, { id: data.id });
  const { workspaceId, writer } = mill;
  const events = await prisma().auditEvent.findMany({ where: { workspaceId }, orderBy: { id: 'asc' } });
  expect(events.map(({ action, target, userId }) => [action, target, userId])).toEqual([
    ['api_key.created', data.id, writer.userId],
    ['api_key.revoked', data.id, writer.userId],
  ]);
});
