import { expect, test } from 'vitest';
import type { OwnedTable } from '../define-tables';
import type { RegisteredTable } from './all-tables';
import { compareTables } from './testing/compare-tables';
import type { CatalogueColumn } from './testing/read-catalogue';

const column = (name: string, changes: Partial<CatalogueColumn> = {}): CatalogueColumn => ({
  table: 'runtime.note',
  column: name,
  type: 'uuid',
  refersTo: null,
  onDelete: null,
  ...changes,
});

const retention = { kept: 'for this test' };

const note = (told: Partial<OwnedTable> = {}): RegisteredTable => ({
  name: 'runtime.note',
  room: 'notes',
  retention,
  ...told,
});

const WORKSPACE_ID = column('workspace_id');
const columns = { workspace_id: 'workspace' } as const;
const workspace = { kept: 'for this test' };

test('a table that tells everything has no problem', () => {
  const told = note({ columns, workspace, plainBytes: { hash: 'a hash' } });
  expect(compareTables([column('id'), WORKSPACE_ID, column('hash', { type: 'bytea' })], [told])).toEqual([]);
});

test('a table has one owner, and is in the database', () => {
  const registered = [note(), { ...note(), room: 'logs' }, { ...note(), name: 'gone' }];
  expect(compareTables([column('id')], registered)).toEqual([
    'gone is declared in notes/tables.ts, but not in the database.',
    'runtime.note has more than one owner: notes/tables.ts, logs/tables.ts.',
  ]);
});

test('a column refers to what its foreign key or its name says, and other ids have to tell', () => {
  const key = column('made_for', { refersTo: 'user', onDelete: 'cascade' });
  const problems = compareTables([key, WORKSPACE_ID, column('target_id')], [note()]);
  expect(problems).toEqual([
    expect.stringContaining("Add `made_for: 'person'`"),
    expect.stringContaining("Add `workspace_id: 'workspace'`"),
    expect.stringMatching(/^runtime\.note\.target_id is an id\. .* otherwise add it to OTHER_IDS/),
  ]);
});

test('a table that refers to a workspace says what happens to its rows', () => {
  expect(compareTables([WORKSPACE_ID], [note({ columns })])).toEqual([
    'runtime.note refers to a workspace. Say in notes/tables.ts what happens to its rows when the ' +
      'workspace is deleted: `workspace: …`.',
  ]);
});

test('what foreign keys are said to do is compared with what they do, through other tables too', () => {
  const told = note({ columns, workspace: 'cascade' });
  const wrong =
    'notes/tables.ts says that deleting a workspace deletes the rows of runtime.note, which is not so.';
  expect(compareTables([WORKSPACE_ID], [told])).toEqual([wrong]);
  const thread = (onDelete: CatalogueColumn['onDelete']): CatalogueColumn[] => [
    WORKSPACE_ID,
    column('thread_id', { refersTo: 'thread', onDelete: 'cascade' }),
    column('workspace_id', { table: 'thread', refersTo: 'workspace', onDelete }),
  ];
  const owner: RegisteredTable = { name: 'thread', room: 'notes', retention, columns, workspace };
  expect(compareTables(thread('cascade'), [told, owner])).toEqual([]);
  expect(compareTables(thread('set null'), [told, owner])).toEqual([wrong]);
});

test('columns that are emptied are compared with their foreign keys', () => {
  const told = note({ columns: { made_by_id: 'person' }, person: 'set null' });
  const by = (onDelete: CatalogueColumn['onDelete']) => [
    column('made_by_id', { refersTo: 'user', onDelete }),
  ];
  expect(compareTables(by('set null'), [told])).toEqual([]);
  expect(compareTables(by('refuse'), [told])).toHaveLength(1);
});

test('bytes are sealed again, or said to be plain; a column that is gone is named', () => {
  const told = note({ plainBytes: { hash: 'a hash' } });
  expect(compareTables([column('sealed', { type: 'bytea' })], [told])).toEqual([
    'runtime.note has no column hash. Take it out of notes/tables.ts.',
    expect.stringMatching(/^runtime\.note\.sealed holds bytes\..* `variables rotate` leaves them out/),
  ]);
});

test('a table that ends with another one names one that has an owner', () => {
  const told = note({ columns, workspace: { with: 'thread' }, retention: { with: 'thread' } });
  expect(compareTables([WORKSPACE_ID], [told])).toEqual([
    'notes/tables.ts says that whatever deletes rows of thread deletes those of runtime.note, ' +
      'which is not so.',
    'notes/tables.ts keeps runtime.note as long as thread, which has no owner.',
  ]);
});
