import { afterAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { createLogView, deleteLogView, listLogViews, updateLogView } from './log-views';
import { LogViewSearch } from './schema';

let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

const save = async (actor: Actor, name: string, shared = false) => {
  const view = { workspaceId: mill.workspaceId, name, search: 'level=error&range=24h', shared };
  return (await createLogView(actor, view)).data;
};
const listed = async (actor: Actor) =>
  (await listLogViews(actor, mill)).data.map(({ name, mine, canEdit }) => ({ name, mine, canEdit }));

test('a private view is its maker’s alone, a shared one everybody’s', async () => {
  const mine = await save(mill.reader, 'mine');
  await save(mill.writer, 'ours', true);
  expect(await listed(mill.reader)).toEqual([
    { name: 'mine', mine: true, canEdit: true },
    { name: 'ours', mine: false, canEdit: false },
  ]);
  expect(await listed(mill.admin)).toEqual([{ name: 'ours', mine: false, canEdit: true }]);
  const key = { workspaceId: mill.workspaceId, viewId: mine.id };
  expect(await refusalOf(updateLogView(mill.admin, { ...key, name: 'yours' }))).toBe('not_found');
  expect(await refusalOf(deleteLogView(mill.admin, key))).toBe('not_found');
});

test('who may save, share, change and delete', async () => {
  const { workspaceId } = mill;
  await expectOutcomes(mill, (actor) => save(actor, 'a'), { stranger: 'forbidden', reader: 'done' });
  await expectOutcomes(mill, (actor) => save(actor, 'b', true), {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'done',
  });
  const { id: viewId } = await save(mill.owner, 'shared', true);
  const key = { workspaceId, viewId };
  await expectOutcomes(mill, (actor) => updateLogView(actor, { ...key, name: 'renamed' }), {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'forbidden',
    admin: 'done',
  });
  const own = await save(mill.reader, 'own');
  expect(await refusalOf(updateLogView(mill.reader, { workspaceId, viewId: own.id, shared: true }))).toBe(
    'forbidden',
  );
  await updateLogView(mill.reader, { workspaceId, viewId: own.id, search: 'level=info', name: 'mine' });
  await deleteLogView(mill.reader, { workspaceId, viewId: own.id });
  for (const unknown of [own.id, newId(), 'nonsense'])
    expect(await refusalOf(deleteLogView(mill.reader, { workspaceId, viewId: unknown }))).toBe('not_found');
});

test('a view is found in its own workspace only', async () => {
  const { id: viewId } = await save(mill.owner, 'here', true);
  const elsewhere = { workspaceId: mill.strangersWorkspaceId, viewId };
  expect(await refusalOf(deleteLogView(mill.stranger, elsewhere))).toBe('not_found');
});

test('only a query of the logs page is saved', async () => {
  for (const search of [
    'javascript:alert(1)',
    '//evil.example/x',
    'https://evil.example?level=error',
    '../settings',
    'level=error&next=//evil.example',
    'log=123',
    '?level=error',
    'level=error#//evil.example',
    'a b',
  ])
    expect([search, LogViewSearch.safeParse(search).success]).toEqual([search, false]);
  for (const search of [
    '',
    'level=error&range=24h',
    'q=nothing+in+stock',
    'group=error&workflowIds=a%2Cb',
    'columns=time%2Coutput.total',
  ])
    expect([search, LogViewSearch.safeParse(search).data]).toEqual([search, search]);
});

test('of an address that was saved before, only the query of the logs page is opened', async () => {
  const { id } = await save(mill.owner, 'old', true);
  const stored = async (search: string) => {
    await prisma().logView.update({ where: { id }, data: { search } });
    return (await listLogViews(mill.reader, mill)).data.map((view) => view.search);
  };
  expect(await stored('javascript:alert(1)')).toEqual(['']);
  expect(await stored('//evil.example/?level=error')).toEqual(['']);
  expect(await stored('tab=2&level=error&next=//evil.example')).toEqual(['level=error']);
});
