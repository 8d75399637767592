import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, prisma } from '../../platform/postgres/db';
import { SCOPES } from '../access/actor';
import { createPasswordReset } from '../accounts/create-password-reset';
import { signIn } from '../accounts/sign-in';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, TEST_PASSWORD, type TestWorkspace } from '../accounts/testing/test-workspace';
import { createApiKey } from '../api-keys/create-api-key';
import { listApiKeys } from '../api-keys/list-api-keys';
import { revokeApiKey } from '../api-keys/revoke-api-key';
import { rotateApiKey } from '../api-keys/rotate-api-key';
import { mintKey } from '../api-keys/testing/minted-key';
import { changeMemberRole } from './change-member-role';
import { createInvitation } from './create-invitation';
import { createServiceAccount } from './create-service-account';
import { listMembers } from './list-members';
import { removeMember } from './remove-member';
import { renameServiceAccount } from './rename-service-account';
import { verifyMemberEmail } from './verify-member-email';

let api: TestApi;
let mill: TestWorkspace;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const make = async (role: 'reader' | 'writer' | 'admin' = 'writer') => {
  const { workspaceId } = mill;
  return (await createServiceAccount(mill.admin, { workspaceId, name: 'Deploy bot', role })).data;
};
const keyFor = (serviceAccountId: string, by = mill.admin) =>
  createApiKey(by, {
    name: 'CI',
    scopes: SCOPES,
    workspaceIds: [mill.workspaceId],
    expiresAt: null,
    serviceAccountId,
  });
const statusOf = async (secret: string, method: string, path: string, body?: object) =>
  (await api.call(method, path, { 'x-api-key': secret }, body)).status;
const folder = () => ({ workspaceId: mill.workspaceId, name: newId(), parentId: null });

test('admins make a service account, which is listed among the members as one', async () => {
  const { workspaceId } = mill;
  await expectOutcomes(
    mill,
    (actor) => createServiceAccount(actor, { workspaceId, name: 'Bot', role: 'reader' }),
    { stranger: 'forbidden', reader: 'forbidden', writer: 'forbidden', admin: 'done' },
  );
  const account = await make();
  expect(account).toMatchObject({ kind: 'service', name: 'Deploy bot', role: 'writer', isOwner: false });
  const { data } = await listMembers(mill.reader, { workspaceId });
  expect(data).toContainEqual(account);
  expect(data.find(({ userId }) => userId === mill.admin.userId)?.kind).toBe('person');
});

test('its keys may do what its role allows, and act in its own name', async () => {
  const account = await make('reader');
  const { data, secret } = await keyFor(account.userId);
  expect(await statusOf(secret, 'GET', `/api/v1/workflows?workspaceId=${mill.workspaceId}`)).toBe(200);
  expect(await statusOf(secret, 'POST', '/api/v1/folders', folder())).toBe(403);
  const { workspaceId } = mill;
  await changeMemberRole(mill.admin, { workspaceId, userId: account.userId, role: 'writer' });
  expect(await statusOf(secret, 'POST', '/api/v1/folders', folder())).toBe(201);
  const [made] = await prisma().auditEvent.findMany({ where: { workspaceId, action: 'folder.created' } });
  expect([made?.userId, made?.actor, made?.detail]).toEqual([
    account.userId,
    'apiKey',
    expect.objectContaining({ byApiKey: data.id }),
  ]);
});

test('its keys outlive the admin who made them', async () => {
  const account = await make();
  const { data, secret } = await keyFor(account.userId);
  await removeMember(mill.owner, { workspaceId: mill.workspaceId, userId: mill.admin.userId });
  expect(await statusOf(secret, 'POST', '/api/v1/folders', folder())).toBe(201);
  const { userId: serviceAccountId } = account;
  expect((await listApiKeys(mill.owner, { serviceAccountId })).data.map(({ id }) => id)).toEqual([data.id]);
});

test('only admins of its workspace see, make, rotate and revoke its keys', async () => {
  const { userId: serviceAccountId } = await make();
  const { data } = await keyFor(serviceAccountId);
  for (const other of [mill.writer, mill.reader, mill.stranger]) {
    expect(await refusalOf(listApiKeys(other, { serviceAccountId }))).toBe('not_found');
    expect(await refusalOf(rotateApiKey(other, { id: data.id, overlap: '1h' }))).toBe('not_found');
    expect(await refusalOf(revokeApiKey(other, { id: data.id }))).toBe('not_found');
  }
  for (const other of [mill.writer, mill.reader])
    expect(await refusalOf(keyFor(serviceAccountId, other))).toBe('not_found');
  expect((await listApiKeys(mill.owner)).data).toEqual([]);
  const rotated = await rotateApiKey(mill.owner, { id: data.id, overlap: 'none' });
  expect((await listApiKeys(mill.owner, { serviceAccountId })).data).toEqual([rotated.data]);
  await revokeApiKey(mill.owner, { id: rotated.data.id });
  expect((await listApiKeys(mill.admin, { serviceAccountId })).data).toEqual([]);
  const person = mill.writer.userId;
  expect(await refusalOf(keyFor(person))).toBe('not_found');
});

test('a key makes an account and its keys only within its own rights', async () => {
  const { workspaceId } = mill;
  const path = `/api/v1/workspaces/${workspaceId}/service-accounts`;
  const narrow = await mintKey(mill.admin, workspaceId, { scopes: ['members:write', 'keys:write'] });
  const body = { name: 'Bot', role: 'writer' };
  expect((await api.call('POST', path, narrow.headers, body)).status).toBe(403);
  const { userId: serviceAccountId } = await make('admin');
  const key = { name: 'k', workspaceIds: [workspaceId], serviceAccountId };
  const wide = await api.call('POST', '/api/v1/api-keys', narrow.headers, { ...key, scopes: ['logs:read'] });
  expect([wide.status, wide.body.detail]).toEqual([403, expect.stringContaining('lacks logs:read')]);
  const own = await api.call('POST', '/api/v1/api-keys', narrow.headers, { ...key, scopes: ['keys:write'] });
  expect(own.status).toBe(201);
  const all = await mintKey(mill.admin, workspaceId);
  expect((await api.call('POST', path, all.headers, { ...body, role: 'admin' })).status).toBe(201);
});

test('nobody signs in as it, joins as it or vouches for it', async () => {
  const { workspaceId } = mill;
  const { userId, email } = await make();
  expect(await signIn({ email, password: TEST_PASSWORD, address: '203.0.113.9' })).toBeNull();
  expect(await refusalOf(createPasswordReset({ email }))).toBe('conflict');
  const invitation = { workspaceId, email, role: 'admin' as const };
  expect(await refusalOf(createInvitation(mill.admin, invitation))).toBe('conflict');
  expect(await refusalOf(verifyMemberEmail(mill.admin, { workspaceId, userId }))).toBe('conflict');
});

test('it is renamed; people are not', async () => {
  const { workspaceId } = mill;
  const { userId } = await make();
  expect((await renameServiceAccount(mill.admin, { workspaceId, userId, name: 'CD' })).data.name).toBe('CD');
  const person = { workspaceId, userId: mill.reader.userId, name: 'x' };
  expect(await refusalOf(renameServiceAccount(mill.admin, person))).toBe('not_found');
  expect(await refusalOf(renameServiceAccount(mill.writer, { workspaceId, userId, name: 'x' }))).toBe(
    'forbidden',
  );
});

test('with it end its keys, for good', async () => {
  const { workspaceId } = mill;
  const { userId } = await make();
  const { data, secret } = await keyFor(userId);
  await removeMember(mill.admin, { workspaceId, userId });
  expect(await statusOf(secret, 'GET', `/api/v1/workflows?workspaceId=${workspaceId}`)).toBe(401);
  expect((await prisma().apiKey.findUniqueOrThrow({ where: { id: data.id } })).revokedAt).not.toBeNull();
  const events = await prisma().auditEvent.findMany({ where: { workspaceId }, orderBy: { id: 'asc' } });
  expect(events.map(({ action }) => action)).toEqual([
    'member.service_account_created',
    'api_key.created',
    'member.removed',
  ]);
});
