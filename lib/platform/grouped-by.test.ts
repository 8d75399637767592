import { expect, it } from 'vitest';
import { groupedBy } from './grouped-by';
import { expectSteadyGrowth } from './testing/growth';

it('keys and items stay in their order', () => {
  const groups = groupedBy([3, 1, 4, 1, 5, 9, 2, 6], (number) => (number % 2 === 0 ? 'even' : 'odd'));
  expect([...groups]).toEqual([
    ['odd', [3, 1, 1, 5, 9]],
    ['even', [4, 2, 6]],
  ]);
});

it('items of one key are listed in one pass', async () => {
  await expectSteadyGrowth((size) => {
    const items = Array.from({ length: size }, (_, index) => index);
    return () => groupedBy(items, () => 'one');
  }, 2_000);
});
