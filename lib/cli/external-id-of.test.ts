import { expect, test } from 'vitest';
import { ExternalId } from '../services/external-ids/schema';
import { externalIdOf, freeExternalId } from './external-id-of';

test('a file is called by its path without the end; any path has an external id of its own', () => {
  expect(externalIdOf('orders.json')).toBe('orders');
  expect(externalIdOf('billing/new-order.json')).toBe('billing/new-order');
  expect(externalIdOf('connections/maps.connection.json')).toBe('connections/maps');
  const odd = ['Große Liste.json', 'Grosse Liste.json', '日本.json', '中国.json', `${'x/'.repeat(90)}y.json`];
  const ids = odd.map(externalIdOf);
  for (const id of ids) expect([id, ExternalId.safeParse(id).success]).toEqual([id, true]);
  expect(new Set(ids).size).toBe(odd.length);
});

test('what another file’s thing is called by is left to it', () => {
  const taken = new Set(['orders', 'orders-2']);
  expect(freeExternalId('orders.json', (id) => taken.has(id))).toBe('orders-3');
  expect(freeExternalId('sales.json', (id) => taken.has(id))).toBe('sales');
});
