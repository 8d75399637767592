import { afterAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { defineVerb, plainTransaction } from './define-verb';
import { QUOTAS } from './quotas';

let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

interface Input {
  workspaceId: string;
  name: string;
  /** The verb's omission or mistake. */
  audit?: 'none' | 'undeclared' | 'unwritable' | 'no change';
}

const addFolder = defineVerb({
  role: 'writer',
  quota: 'folders',
  audit: ['folder.created', 'folder.moved'],
  transaction: plainTransaction,
  async run(_: Actor, { workspaceId, name, audit }: Input, change): Promise<undefined> {
    if (audit === 'no change') return;
    await change({ workspaceId }, async (tx) => {
      await tx.folder.create({ data: { id: newId(), workspaceId, name } });
      if (audit === 'none') return { result: undefined, audit: null };
      const action = audit === 'undeclared' ? ('folder.eaten' as 'folder.moved') : 'folder.created';
      const target = audit === 'unwritable' ? '\u0000' : name;
      return { result: undefined, audit: { action, target } };
    });
  },
});

const folders = async () =>
  (await prisma().folder.findMany({ where: { workspaceId: mill.workspaceId } })).map(({ name }) => name);
const entries = async () => {
  const where = { workspaceId: mill.workspaceId };
  const rows = await prisma().auditEvent.findMany({ where });
  return rows.map(({ userId, action, target }) => [userId, action, target]);
};

test('the change and its entry are written together', async () => {
  await addFolder(mill.writer, { workspaceId: mill.workspaceId, name: 'a' });
  expect(await folders()).toEqual(['a']);
  expect(await entries()).toEqual([[mill.writer.userId, 'folder.created', 'a']]);
});

test.each(['none', 'undeclared', 'unwritable'] as const)(
  'a verb whose entry is missing or wrong (%s) changes nothing',
  async (audit) => {
    const { workspaceId, writer } = mill;
    await expect(addFolder(writer, { workspaceId, name: 'a', audit })).rejects.toThrow();
    expect([await folders(), await entries()]).toEqual([[], []]);
  },
);

test('a verb that promised an entry and changed nothing fails', async () => {
  const { workspaceId, writer } = mill;
  const call = addFolder(writer, { workspaceId, name: 'a', audit: 'no change' });
  await expect(call).rejects.toThrow('no audit entry folder.created or folder.moved');
});

test('the role is asked for before anything, and again of what is changed', async () => {
  const { workspaceId, strangersWorkspaceId } = mill;
  await expectOutcomes(mill, (actor) => addFolder(actor, { workspaceId, name: 'a' }), {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'done',
  });
  const astray = defineVerb({
    role: 'writer',
    quota: { none: 'It is a test.' },
    audit: { none: 'It is a test.' },
    transaction: plainTransaction,
    run: (_: Actor, { id }: { id: string }, change) =>
      change({ workspaceId: id }, async () => ({ result: 'changed', audit: null })),
  });
  expect(await refusalOf(astray(mill.writer, { id: strangersWorkspaceId }))).toBe('forbidden');
  expect(await astray(mill.writer, { id: workspaceId })).toBe('changed');
});

test('without room nothing is changed', async () => {
  const { workspaceId } = mill;
  const data = Array.from({ length: QUOTAS.folders.most }, (_, n) => ({
    id: newId(),
    workspaceId,
    name: `f${n}`,
  }));
  await prisma().folder.createMany({ data });
  expect(await refusalOf(addFolder(mill.writer, { workspaceId, name: 'a' }))).toBe('quota_exceeded');
  expect(await entries()).toEqual([]);
});
