import { expect, it } from 'vitest';
import { expectSteadyGrowth } from './growth';

const listed = (size: number) => Array.from({ length: size }, (_, index) => String(index));
const once = (size: number) => {
  const list = listed(size);
  return () => new Set(list).size;
};
const allPairs = (size: number) => {
  const list = listed(size);
  return () => list.filter((item, index) => list.indexOf(item) === index).length;
};

it('one pass grows steadily', async () => {
  await expectSteadyGrowth(once, 5_000);
});

it('comparing all pairs does not', async () => {
  await expect(expectSteadyGrowth(allPairs, 2_000)).rejects.toThrow('grows with the power');
});
