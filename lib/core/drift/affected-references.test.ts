import { expect, test } from 'vitest';
import { expectSteadyGrowth } from '../../platform/testing/growth';
import { findReferences } from '../references/find-references';
import { affectedReferences, type BlockKinds, stepsOf } from './affected-references';

const block = (
  name: string,
  config: Record<string, unknown>,
  more: { type?: string; parentId?: string } = {},
) => ({
  name,
  config,
  type: 'function',
  ...more,
});
const containerKind = (type: string) => (type === 'loop' ? { kind: 'loop', itemsField: 'items' } : undefined);
const kinds: BlockKinds = {
  containerKind,
  referencesIn: (_, { value, slugs }) => [
    { text: String(value), references: findReferences(String(value), slugs, 'code') },
  ],
};
const blocks = {
  fetch: block('fetch', { url: 'https://example.com' }),
  each: block('each', { items: '<fetch.data.items>' }, { type: 'loop' }),
  lines: block('lines', { items: '<loop.item.lines>' }, { type: 'loop', parentId: 'each' }),
  price: block('price', { code: 'return <loop.item.price?> + <loop.index>' }, { parentId: 'each' }),
  line: block('line', { code: 'return <loop.item.sku>' }, { parentId: 'lines' }),
};
const found = (path: string, event: string) =>
  affectedReferences({ blocks }, 'fetch', { steps: stepsOf(`.${path}`), event }, kinds).map(
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

test('a whole output, and all of an iteration, hold whatever changes in them', () => {
  const whole = {
    ...blocks,
    all: block('all', { code: 'return <fetch>' }),
    each: block('each', { items: '<fetch.data.items>' }, { type: 'loop' }),
    one: block('one', { code: 'return <loop>' }, { parentId: 'each' }),
  };
  const effects = affectedReferences(
    { blocks: whole },
    'fetch',
    { steps: stepsOf('.data.items[].price'), event: 'string' },
    kinds,
  );
  expect(effects.map(({ reference, effect }) => `${reference} ${effect}`)).toEqual(
    expect.arrayContaining(['<fetch> contains', '<loop> contains']),
  );
});

test('items that name the items around them many times, at several levels, are read once', async () => {
  await expectSteadyGrowth((size) => {
    const items = '<loop.item>,'.repeat(size);
    const nested = {
      fetch: block('fetch', {}),
      one: block('one', { items: '<fetch.data>,'.repeat(size) }, { type: 'loop' }),
      two: block('two', { items }, { type: 'loop', parentId: 'one' }),
      three: block('three', { items }, { type: 'loop', parentId: 'two' }),
      user: block('user', { code: items }, { parentId: 'three' }),
    };
    const change = { steps: stepsOf('.data'), event: 'missing' };
    return () => affectedReferences({ blocks: nested }, 'fetch', change, kinds);
  }, 200);
});
