import { expect, test } from 'vitest';
import { expectSteadyGrowth } from '@/lib/platform/testing/growth';
import { findMatches } from './json-search';

test('names, values and places in long texts are found with their paths, in reading order', () => {
  const value = { names: ['Ada', 'Bob'], adam: { text: 'ada and Ada' }, other: [1] };
  expect(findMatches(value, 'ada', 5)).toEqual([
    { path: ['names', 0] },
    { path: ['adam'] },
    { path: ['adam', 'text'], offset: 0 },
    { path: ['adam', 'text'], offset: 8 },
  ]);
});

test('the depth of a value is no factor for each of its values', async () => {
  await expectSteadyGrowth((size) => {
    let value: unknown = 'end';
    for (let depth = 0; depth < size; depth += 1) value = { a: value };
    return () => {
      for (let times = 0; times < 20; times += 1) findMatches(value, 'x', 100);
    };
  }, 200);
});
