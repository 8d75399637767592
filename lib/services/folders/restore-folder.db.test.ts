import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { deleteWorkspace } from '../removal/delete-workspace';
import { updateWorkflow } from '../workflows/update-workflow';
import { createFolder } from './create-folder';
import { deleteFolder } from './delete-folder';
import { forgetDeletedFolders } from './forget-deleted-folders';
import { listDeletedFolders } from './list-deleted-folders';
import { listFolders } from './list-folders';
import { restoreFolder } from './restore-folder';
import { updateFolder } from './update-folder';

let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

async function made(
  name: string,
  parentId: string | null = null,
  externalId: string | null = null,
): Promise<string> {
  const { workspaceId } = mill;
  return (await createFolder(mill.writer, { workspaceId, name, parentId, externalId })).data.id;
}
const put = (folderId: string | null) => updateWorkflow(mill.writer, { id: mill.exampleId, folderId });
const placeOfWorkflow = async () =>
  (await prisma().workflow.findUniqueOrThrow({ where: { id: mill.exampleId } })).folderId;
const tree = async () => {
  const { data } = await listFolders(mill.reader, { workspaceId: mill.workspaceId });
  return Object.fromEntries(data.map(({ id, parentId }) => [id, parentId]));
};
const remove = (id: string) => deleteFolder(mill.writer, { id });
const restore = (id: string) => restoreFolder(mill.writer, { id });
const deleted = async () => (await listDeletedFolders(mill.reader, { workspaceId: mill.workspaceId })).data;

test('a folder comes back where it was, with what lay in it', async () => {
  const top = await made('Top');
  const folder = await made('Orders', top, 'orders');
  const inside = await made('Old', folder);
  await put(folder);
  const before = await tree();
  await remove(folder);
  expect(await tree()).toEqual({ [top]: null, [inside]: top });
  expect(await placeOfWorkflow()).toBe(top);
  expect(await deleted()).toEqual([
    {
      id: folder,
      workspaceId: mill.workspaceId,
      name: 'Orders',
      folders: 1,
      workflows: 1,
      deletedAt: expect.any(String),
      restorableUntil: expect.any(String),
      deletedBy: { id: mill.writer.userId, name: 'writer' },
    },
  ]);
  expect((await restore(folder)).data).toMatchObject({ id: folder, name: 'Orders', externalId: 'orders' });
  expect(await tree()).toEqual(before);
  expect(await placeOfWorkflow()).toBe(folder);
  expect(await deleted()).toEqual([]);
  expect(await refusalOf(restore(folder))).toBe('not_found');
});

test('what somebody has moved elsewhere meanwhile stays there', async () => {
  const [folder, other] = [await made('Orders'), await made('Other')];
  const inside = await made('Old', folder);
  await put(folder);
  await remove(folder);
  await updateFolder(mill.writer, { id: inside, parentId: other });
  await put(other);
  await restore(folder);
  expect(await tree()).toEqual({ [folder]: null, [other]: null, [inside]: other });
  expect(await placeOfWorkflow()).toBe(other);
});

test('folders inside each other come back in any order', async () => {
  const top = await made('Top');
  const folder = await made('Orders', top);
  const inside = await made('Old', folder);
  await remove(folder);
  await remove(top);
  await restore(folder);
  expect(await tree()).toEqual({ [folder]: null, [inside]: folder });
  await restore(top);
  expect(await tree()).toEqual({ [folder]: null, [inside]: folder, [top]: null });
});

test('an external id that another folder has by now is named', async () => {
  const folder = await made('Orders', null, 'orders');
  await remove(folder);
  const other = await made('Orders', null, 'orders');
  await expect(restore(folder)).rejects.toThrow('"orders"');
  await remove(other);
  await restore(folder);
  expect(Object.keys(await tree())).toEqual([folder]);
});

test('after 30 days it is forgotten, and with its workspace at once', async () => {
  const [old, young] = [await made('Old'), await made('Young')];
  await remove(old);
  await remove(young);
  await prisma().$executeRaw`
    UPDATE deleted_folder SET deleted_at = deleted_at - interval '31 days' WHERE id = ${old}::uuid`;
  expect((await deleted()).map(({ id }) => id)).toEqual([young]);
  expect(await refusalOf(restore(old))).toBe('not_found');
  await forgetDeletedFolders();
  const { workspaceId } = mill;
  const left = await prisma().deletedFolder.findMany({ where: { workspaceId } });
  expect(left.map(({ id }) => id)).toEqual([young]);
  const { name } = await prisma().workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  await deleteWorkspace(mill.owner, { id: workspaceId, name });
  expect(await prisma().deletedFolder.count({ where: { workspaceId } })).toBe(0);
});

test('writers restore, and the audit has it', async () => {
  const id = await made('Orders');
  await remove(id);
  const { workspaceId } = mill;
  await expectOutcomes(mill, (actor) => listDeletedFolders(actor, { workspaceId }), {
    stranger: 'forbidden',
    reader: 'done',
  });
  await expectOutcomes(mill, (actor) => restoreFolder(actor, { id }), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'done',
  });
  const events = await prisma().auditEvent.findMany({ where: { target: id }, orderBy: { createdAt: 'asc' } });
  expect(events.map(({ action }) => action)).toEqual(['folder.created', 'folder.deleted', 'folder.restored']);
});
