import { expect, test } from 'vitest';
import { affectedReferences, stepsOf } from './affected-references';

const block = (
  name: string,
  config: Record<string, unknown>,
  more: { type?: string; parentId?: string } = {},
) => ({
  ...{ name, config, type: 'function' },
  ...more,
});
const containerKind = (type: string) => (type === 'loop' ? { kind: 'loop', itemsField: 'items' } : undefined);
const blocks = {
  fetch: block('fetch', { url: 'https://example.com' }),
  each: block('each', { items: '<fetch.data.items>' }, { type: 'loop' }),
  lines: block('lines', { items: '<loop.item.lines>' }, { type: 'loop', parentId: 'each' }),
  price: block('price', { code: 'return <loop.item.price?> + <loop.index>' }, { parentId: 'each' }),
  line: block('line', { code: 'return <loop.item.sku>' }, { parentId: 'lines' }),
};
const found = (path: string, event: string) =>
  affectedReferences({ blocks }, 'fetch', { steps: stepsOf(`.${path}`), event }, containerKind).map(
    ({ reference, effect }) => `${reference} ${effect}`,
  );

test('references are followed through the items of containers', () => {
  expect(found('data.items[].price', 'string')).toEqual([
    '<fetch.data.items> contains',
    '<loop.item.price?> changes',
  ]);
  expect(found('data.items[].lines[].sku', 'missing')).toEqual([
    '<fetch.data.items> contains',
    '<loop.item.lines> contains',
    '<loop.item.sku> breaks',
  ]);
  expect(found('data', 'string')).toEqual([
    '<fetch.data.items> breaks',
    '<loop.item.lines> breaks',
    '<loop.item.price?> changes',
    '<loop.item.sku> breaks',
  ]);
  expect(found('data.other', 'missing')).toEqual([]);
});
