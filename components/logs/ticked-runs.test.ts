import { expect, test } from 'vitest';
import { inOrderOfStart, withTick } from './ticked-runs';

const run = (id: string, second: number) => ({ id, startedAt: new Date(second * 1_000).toISOString() });

test('two runs are ticked at most, and a tick is taken away by the same press', () => {
  const [a, b, c] = [run('a', 3), run('b', 1), run('c', 2)];
  const two = withTick(withTick([], a), b);
  expect(two).toEqual([a, b]);
  expect(withTick(two, c)).toEqual([b, c]);
  expect(withTick(two, a)).toEqual([b]);
  expect(inOrderOfStart(two)).toEqual([b, a]);
});
