import { expect, test } from 'vitest';
import { inOrderOfStart, MOST_TICKED, tickWords, withTick } from './ticked-runs';

const run = (id: string, second: number) => ({ id, startedAt: new Date(second * 1_000).toISOString() });

test('runs are ticked in any number that a request takes, and a tick is taken away by the same press', () => {
  const [a, b, c] = [run('a', 3), run('b', 1), run('c', 2)];
  const two = withTick(withTick([], a), b);
  expect(two).toEqual([a, b]);
  expect(withTick(two, c)).toEqual([a, b, c]);
  expect(withTick(two, a)).toEqual([b]);
  expect(inOrderOfStart(two)).toEqual([b, a]);
  const most = Array.from({ length: MOST_TICKED }, (_, n) => run(String(n), n));
  expect(withTick(most, a)).toEqual([...most.slice(1), a]);
});

test('the bar says how many are ticked', () => {
  expect([1, 2, 30].map(tickWords)).toEqual([
    'One run ticked. Tick another to compare them.',
    'Two runs ticked.',
    '30 runs ticked.',
  ]);
});
