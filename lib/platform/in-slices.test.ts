import { expect, test } from 'vitest';
import { inSlices } from './in-slices';
import { countTurns } from './testing/count-turns';

test('of several long tasks, one slice runs in each turn of the event loop', async () => {
  const turn = countTurns();
  const turns: number[] = [];
  function* task() {
    for (let step = 0; step < 4; step += 1) {
      turns.push(turn.count);
      // Longer than a slice may be.
      for (const beganAt = performance.now(); performance.now() - beganAt < 12; );
      yield;
    }
    return turns.length;
  }
  const tasks = Array.from({ length: 3 }, () => inSlices(task()));
  const counts = await Promise.all(tasks);
  turn.stop();
  expect(counts.at(-1)).toBe(12);
  // Each task begins at once, so that a short one never waits.
  const laterTurns = turns.slice(tasks.length);
  expect(new Set(laterTurns).size).toBe(laterTurns.length);
});
