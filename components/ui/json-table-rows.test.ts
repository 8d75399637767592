import { expect, test } from 'vitest';
import { orderOf, tableCsv, tableIn } from './json-table-rows';

const rows = [
  { id: 10, name: 'b' },
  { id: 9, name: 'a', extra: { deep: true } },
  { name: '=SUM(A1)', id: null },
];

test('the longest list of objects is the table, wherever near the surface it lies', () => {
  expect(tableIn(rows)).toMatchObject({ path: [], columns: ['id', 'name', 'extra'], hidden: 0 });
  expect(tableIn({ meta: [{ page: 1 }], data: { items: rows } })?.path).toEqual(['data', 'items']);
  expect(tableIn({ a: [1, 2], b: 'text', c: [] })).toBeNull();
  expect(tableIn([{ a: 1 }, 2])).toBeNull();
  expect(tableIn(null)).toBeNull();
});

test('numbers are put in order as numbers, and what is missing comes last either way', () => {
  const table = tableIn(rows);
  if (table === null) throw new Error('There is a table.');
  expect(orderOf(table, null)).toEqual([0, 1, 2]);
  expect(orderOf(table, { column: 'id', descending: false })).toEqual([1, 0, 2]);
  expect(orderOf(table, { column: 'id', descending: true })).toEqual([0, 1, 2]);
  expect(orderOf(table, { column: 'name', descending: false })).toEqual([2, 1, 0]);
});

test('a spreadsheet gets values, JSON for what lies deeper, and no formulas', () => {
  const table = tableIn(rows);
  if (table === null) throw new Error('There is a table.');
  expect(tableCsv(table, [1, 2])).toBe(`id,name,extra\r\n9,a,"{""deep"":true}"\r\n,'=SUM(A1),\r\n`);
});

test('columns that nobody could read are left out and counted', () => {
  const wide = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`c${at}`, at]));
  expect(tableIn([wide])).toMatchObject({ hidden: 40 });
});
