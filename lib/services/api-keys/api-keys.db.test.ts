import { afterAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, prisma } from '../../platform/postgres/db';
import { hashApiKey } from '../access/key-format';
import { refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { type CreateApiKey, createApiKey } from './create-api-key';
import { listApiKeys } from './list-api-keys';
import { revokeApiKey } from './revoke-api-key';
import { rotateApiKey } from './rotate-api-key';
import { updateApiKey } from './update-api-key';

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

test('a key’s expiry must be in the future', async () => {
  const past = choice({ expiresAt: new Date(Date.now() - 1).toISOString() });
  expect(await refusalOf(createApiKey(mill.reader, past))).toBe('invalid_request');
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  expect((await createApiKey(mill.reader, choice({ expiresAt }))).data.expiresAt).toBe(expiresAt);
});

test('people see, rename and revoke their own keys only, admins too', async () => {
  const { data } = await createApiKey(mill.writer, choice());
  for (const other of [mill.admin, mill.reader, mill.stranger]) {
    expect((await listApiKeys(other)).data).toEqual([]);
    expect(await refusalOf(updateApiKey(other, { id: data.id, name: 'x' }))).toBe('not_found');
    expect(await refusalOf(revokeApiKey(other, { id: data.id }))).toBe('not_found');
  }
  expect((await updateApiKey(mill.writer, { id: data.id, name: 'Deploy' })).data.name).toBe('Deploy');
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

const DAY_MS = 86_400_000;

test('a rotated key works beside its successor for the time chosen, and no longer than before', async () => {
  const { data: old } = await createApiKey(mill.writer, choice());
  const beforeMs = Date.now();
  const { data, secret } = await rotateApiKey(mill.writer, { id: old.id, overlap: '24h' });
  const afterMs = Date.now();
  expect(data).toMatchObject({ ...choice(), rotatedAt: null, lastUsedAt: null, lastFour: secret.slice(-4) });
  expect(data.id).not.toBe(old.id);
  const listed = (await listApiKeys(mill.writer)).data;
  expect(listed.map(({ id }) => id)).toEqual([data.id, old.id]);
  const rotatedMs = Date.parse(listed[1]!.rotatedAt!);
  expect(rotatedMs).toBeGreaterThanOrEqual(beforeMs);
  expect(rotatedMs).toBeLessThanOrEqual(afterMs);
  expect(Date.parse(listed[1]!.expiresAt!)).toBe(rotatedMs + DAY_MS);
  expect(await refusalOf(rotateApiKey(mill.writer, { id: old.id, overlap: '24h' }))).toBe('conflict');

  const soon = new Date(Date.now() + 2 * DAY_MS).toISOString();
  const { data: short } = await createApiKey(mill.writer, choice({ expiresAt: soon }));
  const { data: successor } = await rotateApiKey(mill.writer, { id: short.id, overlap: '7d' });
  const left = (await listApiKeys(mill.writer)).data.find(({ id }) => id === short.id);
  expect(left?.expiresAt).toBe(soon);
  // From now on it lives as long as the other was to live from its creation.
  const lifetimeMs = Date.parse(soon) - Date.parse(short.createdAt);
  expect(Date.parse(successor.expiresAt!)).toBe(Date.parse(left!.rotatedAt!) + lifetimeMs);
});

test('a key rotated without an overlap is gone; of two rotations at once only one makes a key', async () => {
  const { data: old } = await createApiKey(mill.writer, choice());
  const rotations = [1, 2].map(() => refusalOf(rotateApiKey(mill.writer, { id: old.id, overlap: 'none' })));
  const outcomes = await Promise.all(rotations);
  expect(outcomes).toContain('done');
  expect((await listApiKeys(mill.writer)).data).toHaveLength(1);
  const { workspaceId } = mill;
  const events = await prisma().auditEvent.findMany({ where: { workspaceId, target: old.id } });
  expect(events.map(({ action }) => action).toSorted()).toEqual(['api_key.created', 'api_key.rotated']);
});

test('only the own key is rotated, and into the workspaces one still belongs to', async () => {
  const { data } = await createApiKey(mill.writer, choice());
  for (const other of [mill.admin, mill.stranger])
    expect(await refusalOf(rotateApiKey(other, { id: data.id, overlap: '1h' }))).toBe('not_found');
  const gone = { ...mill.writer, roles: new Map() };
  expect(await refusalOf(rotateApiKey(gone, { id: data.id, overlap: 'none' }))).toBe('forbidden');
  expect((await listApiKeys(mill.writer)).data).toMatchObject([{ id: data.id, rotatedAt: null }]);
});
