import { expect, test } from 'vitest';
import type { ScopeBlock } from '../references/known-value';
import { type DataRow, dataRows, expectedWords, nearestRow } from './data-rows';

const NONE: ReadonlySet<string> = new Set();
const icon: ScopeBlock['icon'] = [];
const api: ScopeBlock = {
  slug: 'orders',
  name: 'Orders',
  icon,
  fields: [
    { name: 'data', type: 'any' },
    { name: 'status', type: 'number', description: 'HTTP status' },
  ],
  last: { from: 'run', output: { data: { items: [{ id: 7, 'odd key': 'Ada' }] }, status: 200 } },
};
const never: ScopeBlock = {
  slug: 'start',
  name: 'Start',
  icon,
  fields: [{ name: 'page', type: 'string' as const }],
};
const ids = (rows: readonly DataRow[]) => rows.map(({ id }) => id);

test('inside a container its iteration stands there once, by its kind', () => {
  const each: ScopeBlock = { slug: 'each', name: 'Each', icon, fields: [{ name: 'item', type: 'any' }] };
  const rows = dataRows([{ ...each, slug: 'loop' }, each, never], NONE, '');
  expect(ids(rows)).toEqual(['start', 'start.page', 'loop', 'loop.item']);
  expect(ids(dataRows([each, never], NONE, ''))).toContain('each');
});

test('blocks stand in flow order; the nearest shows its values, others their outputs', () => {
  const rows = dataRows([api, never], NONE, '');
  expect(ids(rows)).toEqual([
    'start',
    'start.page',
    'orders',
    'orders.data',
    'orders.data.items',
    'orders.status',
  ]);
  expect(nearestRow(rows)).toBe(2);
  expect(ids(dataRows([never, api], NONE, ''))).not.toContain('orders.data.items');
});

test('a row opens and closes when it is toggled, and is written as a reference', () => {
  const opened = dataRows([api], new Set(['orders.data.items', 'orders.data.items[0]']), '');
  expect(opened.flatMap((row) => (row.kind === 'value' ? [row.reference] : []))).toContain(
    "<orders.data.items[0]['odd key']>",
  );
  expect(ids(dataRows([api], new Set(['orders']), ''))).toEqual(['orders']);
});

test('what is sought is found in names and values, with the way there, however deep', () => {
  expect(ids(dataRows([api, never], NONE, 'ADA'))).toEqual([
    'orders',
    'orders.data',
    'orders.data.items',
    'orders.data.items[0]',
    "orders.data.items[0]['odd key']",
  ]);
  expect(ids(dataRows([api, never], NONE, 'page'))).toEqual(['start', 'start.page']);
  expect(ids(dataRows([api, never], NONE, 'Start'))).toEqual(['start']);
  expect(dataRows([api, never], NONE, 'nowhere')).toEqual([]);
});

test('what is found stands in flow order too, and a long list far away hides nothing that is near', () => {
  const far: ScopeBlock = {
    ...api,
    slug: 'far',
    name: 'Far',
    last: { from: 'run', output: { data: Array.from({ length: 30_000 }, (_, at) => ({ at, id: 7 })) } },
  };
  const found = dataRows([api, far], NONE, 'id').flatMap((row) => (row.kind === 'block' ? [row.id] : []));
  expect(found).toEqual(['far', 'orders']);
  expect(ids(dataRows([api, far], NONE, 'id'))).toContain('orders.data.items[0].id');
});

test('a hundred thousand items cost no more than a moment', () => {
  const output = { data: Array.from({ length: 100_000 }, (_, at) => ({ at })) };
  const long: ScopeBlock = { ...api, last: { from: 'log', output } };
  expect(dataRows([long], NONE, 'at').length).toBeLessThan(2_000);
  expect(dataRows([long], new Set(['orders.data']), '')).toHaveLength(10_003);
});

test('of what never ran, the type and what is said of it are shown', () => {
  const [, , status] = dataRows([{ ...api, last: undefined } as unknown as ScopeBlock], NONE, '');
  expect(status?.kind === 'value' && expectedWords(status.known)).toBe('number · HTTP status');
});
