import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '../../../platform/postgres/db';
import { MONTHLY_TABLES } from '../../logs/enforce-retention';
import { DAILY_TABLES } from '../../outgoing-webhooks/delivery-history';
import { allTables } from './all-tables';
import { compareTables } from './testing/compare-tables';
import { readCatalogue, readPartitioned } from './testing/read-catalogue';

afterAll(closeDatabase);

test('every table has one owner, who tells what its columns refer to and seals what is sealed', async () => {
  const columns = await readCatalogue();
  expect(columns.filter(({ column }) => column === 'workspace_id').length).toBeGreaterThan(20);
  expect(compareTables(columns, allTables)).toEqual([]);
});

test('a table, a column and a sealed text that a room leaves out are named', async () => {
  const columns = await readCatalogue();
  const told = allTables
    .filter(({ name }) => name !== 'runtime.schedule')
    .map((table) => (table.name === 'block_pin' ? { ...table, columns: {}, sealed: {} } : table));
  expect(compareTables(columns, told)).toEqual([
    expect.stringMatching(/^runtime\.schedule has no owner\. Declare it in the tables\.ts of its room: /),
    'block_pin.updated_by_id refers to a person. ' +
      "Add `updated_by_id: 'person'` to its columns in pins/tables.ts.",
    'block_pin.workflow_id refers to a workflow. ' +
      "Add `workflow_id: 'workflow'` to its columns in pins/tables.ts.",
    expect.stringMatching(/^block_pin\.sealed holds bytes\. .* add to `sealed` in pins\/tables\.ts/),
  ]);
});

test('every partitioned table is among those whose old partitions a job drops', async () => {
  const dropped = [...MONTHLY_TABLES, ...DAILY_TABLES];
  expect((await readPartitioned()).sort()).toEqual(dropped.sort());
  const kept = allTables.filter(({ retention }) => 'kept' in retention).map(({ name }) => name);
  expect(dropped.filter((name) => kept.includes(`runtime.${name}`))).toEqual([]);
});
