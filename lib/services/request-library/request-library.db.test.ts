import { afterAll, beforeEach, expect, test } from 'vitest';
import { POSTMAN } from '../../core/blocks/api/collections/testing/postman-collection';
import { newId } from '../../platform/ids';
import { closeDatabase, pool } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { keepInLibrary } from './keep-in-library';
import { deleteLibrary, listLibraries, readLibrary, renameLibrary } from './libraries';

let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

const entries = [
  { id: '0.0', label: 'GET {{BASE_URL}}/orders', description: 'List orders', group: 'Orders' },
];
const keep = async (actor: Actor, name = 'Shop') => {
  const { workspaceId } = mill;
  return (await keepInLibrary(actor, { workspaceId, name, format: 'postman', text: POSTMAN.text, entries }))
    .data;
};

test('what is kept is listed with its requests, and comes back as it was', async () => {
  const { id: libraryId, createdAt } = await keep(mill.writer);
  await keep(mill.writer, 'Another');
  const { data } = await listLibraries(mill.reader, mill);
  expect(data.map(({ name }) => name)).toEqual(['Another', 'Shop']);
  expect(data[1]).toEqual({ id: libraryId, name: 'Shop', format: 'postman', entries, createdAt });
  const key = { workspaceId: mill.workspaceId, libraryId };
  expect((await readLibrary(mill.writer, key)).data).toEqual({ text: POSTMAN.text, url: null });
});

test('its text, which may hold credentials, is encrypted', async () => {
  const { id } = await keep(mill.writer);
  const { rows } = await pool().query('SELECT sealed FROM request_library WHERE id = $1', [id]);
  expect(rows[0].sealed.toString('latin1')).not.toContain('pw-0123');
  expect(rows[0].sealed.length).toBeLessThan(POSTMAN.text.length);
});

test('who may keep, read, rename and delete', async () => {
  const only = { stranger: 'forbidden', reader: 'forbidden', writer: 'done' } as const;
  await expectOutcomes(mill, (actor) => listLibraries(actor, mill), {
    stranger: 'forbidden',
    reader: 'done',
  });
  await expectOutcomes(mill, (actor) => keep(actor), only);
  const key = { workspaceId: mill.workspaceId, libraryId: (await keep(mill.owner)).id };
  await expectOutcomes(mill, (actor) => readLibrary(actor, key), only);
  await expectOutcomes(mill, (actor) => renameLibrary(actor, { ...key, name: 'Renamed' }), only);
  for (const actor of [mill.stranger, mill.reader])
    expect(await refusalOf(deleteLibrary(actor, key))).toBe('forbidden');
  await deleteLibrary(mill.writer, key);
  for (const unknown of [key.libraryId, newId(), 'nonsense'])
    expect(await refusalOf(readLibrary(mill.writer, { ...key, libraryId: unknown }))).toBe('not_found');
});

test('a document is found in its own workspace only', async () => {
  const { id: libraryId } = await keep(mill.owner);
  const elsewhere = { workspaceId: mill.strangersWorkspaceId, libraryId };
  expect(await refusalOf(readLibrary(mill.stranger, elsewhere))).toBe('not_found');
  expect(await refusalOf(deleteLibrary(mill.stranger, elsewhere))).toBe('not_found');
});
