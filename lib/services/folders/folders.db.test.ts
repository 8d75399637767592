import { afterAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { workflowsInFolders } from '../workflows/workflows-in-folders';
import { createFolder } from './create-folder';
import { deleteFolder } from './delete-folder';
import { listFolders } from './list-folders';
import { updateFolder } from './update-folder';

let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

async function folder(name: string, parentId: string | null = null): Promise<string> {
  const { workspaceId } = mill;
  return (await createFolder(mill.writer, { workspaceId, name, parentId })).data.id;
}

const tree = async () => {
  const { data } = await listFolders(mill.reader, mill);
  const nameOf = new Map(data.map(({ id, name }) => [id, name]));
  return data.map(({ name, parentId }) => (parentId === null ? name : `${nameOf.get(parentId)}/${name}`));
};

test('who may do what with folders', async () => {
  const { workspaceId } = mill;
  const id = await folder('a');
  await expectOutcomes(mill, (actor) => listFolders(actor, { workspaceId }), {
    stranger: 'forbidden',
    reader: 'done',
  });
  await expectOutcomes(mill, (actor) => createFolder(actor, { workspaceId, name: 'b', parentId: null }), {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'done',
  });
  const byId = { stranger: 'not_found', reader: 'forbidden', writer: 'done' } as const;
  await expectOutcomes(mill, (actor) => updateFolder(actor, { id, name: 'c' }), byId);
  await expectOutcomes(mill, (actor) => deleteFolder(actor, { id }), byId);
  for (const unknown of [newId(), 'nonsense', id])
    expect(await refusalOf(updateFolder(mill.writer, { id: unknown, name: 'c' }))).toBe('not_found');
});

test('folders are renamed and moved, also back to the top', async () => {
  const a = await folder('a');
  const b = await folder('b', a);
  await updateFolder(mill.writer, { id: b, name: 'bb' });
  expect(await tree()).toEqual(['a', 'a/bb']);
  await updateFolder(mill.writer, { id: b, parentId: null });
  expect(await tree()).toEqual(['a', 'bb']);
});

test('a folder never comes to lie inside itself, even when two moves meet', async () => {
  const a = await folder('a');
  const b = await folder('b', a);
  const c = await folder('c', b);
  for (const parentId of [a, b, c])
    expect(await refusalOf(updateFolder(mill.writer, { id: a, parentId }))).toBe('invalid_request');
  const x = await folder('x');
  const y = await folder('y');
  const outcomes = await Promise.all([
    refusalOf(updateFolder(mill.writer, { id: x, parentId: y })),
    refusalOf(updateFolder(mill.writer, { id: y, parentId: x })),
  ]);
  expect(outcomes.toSorted()).toEqual(['done', 'invalid_request']);
});

test('a parent must be a folder of the same workspace', async () => {
  const { stranger, strangersWorkspaceId: workspaceId } = mill;
  const foreign = (await createFolder(stranger, { workspaceId, name: 'f', parentId: null })).data.id;
  for (const parentId of [foreign, newId(), 'nonsense'])
    expect(await refusalOf(folder('x', parentId))).toBe('invalid_request');
});

test('folders nest twenty deep and no deeper', async () => {
  let parentId: string | null = null;
  for (let depth = 0; depth < 20; depth += 1) parentId = await folder(`f${depth}`, parentId);
  expect(await refusalOf(folder('too deep', parentId))).toBe('invalid_request');
});

test('what was in a deleted folder moves up one level', async () => {
  const a = await folder('a');
  const b = await folder('b', a);
  await folder('c', b);
  await prisma().workflow.update({ where: { id: mill.exampleId }, data: { folderId: b } });
  await deleteFolder(mill.writer, { id: b });
  expect(await tree()).toEqual(['a', 'a/c']);
  const workflow = await prisma().workflow.findUniqueOrThrow({ where: { id: mill.exampleId } });
  expect(workflow.folderId).toBe(a);
});

test('the workflows of a folder include those of folders inside', async () => {
  const a = await folder('a');
  const b = await folder('b', a);
  const other = await folder('other');
  await prisma().workflow.update({ where: { id: mill.exampleId }, data: { folderId: b } });
  const { workspaceId, exampleId } = mill;
  expect(await workflowsInFolders(workspaceId, [a])).toEqual([exampleId]);
  expect(await workflowsInFolders(workspaceId, [other, newId(), 'nonsense'])).toEqual([]);
  expect(await workflowsInFolders(mill.strangersWorkspaceId, [a])).toEqual([]);
});
