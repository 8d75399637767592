import { expect, test } from 'vitest';
import { iterationNumbers, iterationWords } from './iteration-words';

test('an iteration is told by numbers, never by the ids of blocks', () => {
  expect(iterationWords('b1:0')).toBe('Iteration 1');
  expect(iterationWords('b1:3/b2:11')).toBe('Iteration 4, iteration 12');
  expect(iterationNumbers('b1:3')).toBe('#4');
  expect(iterationNumbers('b1:3/b2:11')).toBe('#4 › #12');
});
