import { afterAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { deleteWorkspace } from '../removal/delete-workspace';
import { changeMemberRole } from './change-member-role';
import { createWorkspace } from './create-workspace';
import { listMembers } from './list-members';
import { listWorkspaces } from './list-workspaces';
import { removeMember } from './remove-member';
import { renameWorkspace } from './rename-workspace';

let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

test('a new workspace has its creator as admin and the example in it', async () => {
  const { data } = await createWorkspace(mill.reader, { name: 'Second' });
  expect(data).toMatchObject({ name: 'Second', ownerId: mill.reader.userId, role: 'admin' });
  const workflows = await prisma().workflow.findMany({ where: { workspaceId: data.id } });
  expect(workflows.map(({ name }) => name)).toEqual(['Say hello']);
  const mine = await listWorkspaces(mill.reader);
  expect(mine.data.map(({ name, role }) => [name, role])).toEqual([
    ['Mill', 'reader'],
    ['Second', 'admin'],
  ]);
});

test('who may do what with a workspace', async () => {
  const { workspaceId } = mill;
  await expectOutcomes(mill, (actor) => renameWorkspace(actor, { id: workspaceId, name: 'Mill 2' }), {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'forbidden',
    admin: 'done',
  });
  await expectOutcomes(mill, (actor) => listMembers(actor, { workspaceId }), {
    stranger: 'forbidden',
    reader: 'done',
  });
  await expectOutcomes(mill, (actor) => deleteWorkspace(actor, { id: workspaceId, name: 'Mill 2' }), {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'forbidden',
    admin: 'forbidden',
    owner: 'done',
  });
});

test('a workspace that does not exist is refused like a foreign one', async () => {
  const rename = (id: string) => renameWorkspace(mill.admin, { id, name: 'x' });
  const [missing, foreign, nonsense] = await Promise.all(
    [newId(), mill.strangersWorkspaceId, '../x'].map((id) =>
      rename(id).catch((error: Error) => error.message),
    ),
  );
  expect([foreign, nonsense]).toEqual([missing, missing]);
});

test('members are listed with roles, by name', async () => {
  const { data } = await listMembers(mill.reader, mill);
  expect(data.map(({ name, role, isOwner }) => [name, role, isOwner])).toEqual([
    ['admin', 'admin', false],
    ['owner', 'admin', true],
    ['reader', 'reader', false],
    ['writer', 'writer', false],
  ]);
});

test('admins change roles, but not the owner’s', async () => {
  const { workspaceId, owner, reader } = mill;
  const promote = { workspaceId, userId: reader.userId, role: 'writer' } as const;
  await expectOutcomes(mill, (actor) => changeMemberRole(actor, promote), {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'forbidden',
    admin: 'done',
  });
  const demote = { workspaceId, userId: owner.userId, role: 'reader' } as const;
  expect(await refusalOf(changeMemberRole(mill.admin, demote))).toBe('conflict');
  expect(await refusalOf(changeMemberRole(owner, demote))).toBe('conflict');
  for (const userId of [newId(), 'nobody', mill.stranger.userId])
    expect(await refusalOf(changeMemberRole(mill.admin, { ...promote, userId }))).toBe('not_found');
});

test('admins remove members, members leave, the owner stays', async () => {
  const { workspaceId, owner, writer, reader } = mill;
  const remove = (userId: string) => (actor: typeof owner) => removeMember(actor, { workspaceId, userId });
  await expectOutcomes(mill, remove(writer.userId), {
    stranger: 'forbidden',
    reader: 'forbidden',
    admin: 'done',
  });
  expect(await refusalOf(remove(reader.userId)(reader))).toBe('done');
  expect(await refusalOf(remove(owner.userId)(owner))).toBe('conflict');
  const { data } = await listMembers(owner, mill);
  expect(data.map(({ name }) => name)).toEqual(['admin', 'owner']);
});

test('a removed member’s keys lose the workspace for good', async () => {
  const { workspaceId, writer } = mill;
  const keyId = newId();
  await prisma().apiKey.create({
    data: {
      id: keyId,
      userId: writer.userId,
      name: 'k',
      hash: new Uint8Array(Buffer.from(keyId)),
      lastFour: 'abcd',
      scopes: [],
      workspaces: { create: { workspaceId } },
    },
  });
  await removeMember(mill.admin, { workspaceId, userId: writer.userId });
  expect(await prisma().apiKeyWorkspace.count({ where: { keyId } })).toBe(0);
});

test('deleting needs the name, and takes workflows and logs along', async () => {
  const { workspaceId: id, owner, exampleId } = mill;
  expect(await refusalOf(deleteWorkspace(owner, { id, name: 'mill' }))).toBe('invalid_request');
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  await pool().query(
    `INSERT INTO runtime.log VALUES (now(), now(), 1, 0, $1, $2, $3, $1, 5, false, 'info', 'api')`,
    [newId(), id, exampleId],
  );
  await deleteWorkspace(owner, { id, name: 'Mill' });
  const { rows } = await pool().query(
    `SELECT (SELECT count(*) FROM workspace WHERE id = $1)
      + (SELECT count(*) FROM workflow WHERE workspace_id = $1)
          + (SELECT count(*) FROM runtime.log WHERE workspace_id = $1) AS left`,
    [id],
  );
  expect(rows).toEqual([{ left: 0 }]);
});

test('changes of members leave an audit', async () => {
  const { workspaceId, admin, reader } = mill;
  await changeMemberRole(admin, { workspaceId, userId: reader.userId, role: 'writer' });
  await removeMember(admin, { workspaceId, userId: reader.userId });
  const events = await prisma().auditEvent.findMany({ where: { workspaceId }, orderBy: { id: 'asc' } });
  expect(events.map(({ action, userId, target }) => [action, userId, target])).toEqual([
    ['member.role_changed', admin.userId, reader.userId],
    ['member.removed', admin.userId, reader.userId],
  ]);
});
