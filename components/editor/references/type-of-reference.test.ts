import { expect, test } from 'vitest';
import type { ScopeBlock } from './known-value';
import { typeOfReference } from './type-of-reference';

const api: ScopeBlock = {
  slug: 'orders',
  name: 'Orders',
  icon: [],
  fields: [
    { name: 'data', type: 'any' },
    { name: 'status', type: 'number' },
  ],
  last: {
    from: 'run',
    output: {
      data: {
        at: '2026-11-26T10:00:00Z',
        day: '2026-11-26',
        name: 'Ada',
        no: '2026-11',
        items: [1],
        ok: true,
      },
    },
  },
};

test.each([
  ['<orders.data.at>', 'date'],
  ['<orders.data.day?>', 'date'],
  ['<orders.data.name>', 'text'],
  ['<orders.data.no>', 'text'],
  ['<orders.data.items>', 'list'],
  ['<orders.data.items.length>', 'number'],
  ['<orders.data.ok ?? false>', 'boolean'],
  ['<orders.status>', 'number'],
  ['<orders.data>', null],
  ['<orders.data.nowhere>', null],
  ['<nobody.x>', null],
  ['{{KEY}}', null],
  ['', null],
])('%s is a %s', (text, type) => {
  expect(typeOfReference(text, [api])).toBe(type);
});
