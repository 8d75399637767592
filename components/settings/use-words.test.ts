import { expect, test } from 'vitest';
import { describeUses } from './use-words';

const WHAT = 'Blocks that use it will fail';

test.each([
  [[], 'No workflow uses it.'],
  [['A'], 'Blocks that use it will fail, in A.'],
  [['A', 'B'], 'Blocks that use it will fail, in A, B.'],
  [
    ['A', 'B', 'C', 'D', 'E', 'F', 'G'],
    'Blocks that use it will fail, in A, B, C, D, E and 2 more workflows.',
  ],
])('of %j', (names, words) => {
  expect(describeUses(names, WHAT)).toBe(words);
});
