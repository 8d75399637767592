import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { costOf } from './cost-of';
import { expectShortTasks } from './expect-short-tasks';

/** Computes for this long on the reference machine, whatever this machine is. */
function computeFor(referenceMs: number): void {
  let doneMs = 0;
  while (doneMs < referenceMs) doneMs += costOf(() => Array.from({ length: 20_000 }, Math.sqrt));
}

async function inSlices(): Promise<void> {
  for (let slice = 0; slice < 20; slice += 1) {
    computeFor(5);
    await turn();
  }
}

test('work in one piece fails with the place where it was', async () => {
  const held = expectShortTasks(async () => computeFor(300));
  await expect(held).rejects.toThrow(/held the event loop for \d+ ms, not 50 at most[\s\S]*computeFor/);
});

test('as much work in slices passes', async () => {
  await expectShortTasks(inSlices);
});
