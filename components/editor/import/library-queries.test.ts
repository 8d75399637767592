import { expect, test } from 'vitest';
import type { RequestLibrary } from '@/lib/services/request-library/schema';
import { findEntries, importerFor } from './library-queries';

const library = (name: string, entries: RequestLibrary['entries']): RequestLibrary => ({
  id: name,
  name,
  format: 'postman',
  entries,
  createdAt: '2026-01-01T00:00:00.000Z',
});
const SHOP = library('Shop', [
  { id: '0', label: 'GET {{BASE_URL}}/orders', description: 'List orders', group: 'Sales' },
  { id: '1', label: 'POST {{BASE_URL}}/orders', description: 'Place an order' },
]);
const MANY = library(
  'Many',
  Array.from({ length: 100 }, (_, n) => ({ id: `${n}`, label: `GET /orders/${n}` })),
);
const found = (search: string) =>
  findEntries([SHOP, MANY], search).map(({ library, entry }) => library.id + entry.id);

test('requests are found by method, path, name, folder and library, in any order', () => {
  expect(found('post orders')).toEqual(['Shop1']);
  expect(found('SALES')).toEqual(['Shop0']);
  expect(found('shop place')).toEqual(['Shop1']);
  expect(found('many /orders/42')).toEqual(['Many42']);
});

test('only a few are shown, and none for a single letter', () => {
  expect(found('orders')).toHaveLength(30);
  expect(found('o')).toEqual([]);
});

test('a format that is known has its importer', () => {
  expect(importerFor(SHOP)?.importer.label).toBe('Postman');
  expect(importerFor({ format: 'unheard-of' })).toBeUndefined();
});
