import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { releaseHeap } from './heap-budget';

const TASK_BYTES = 100 * 1024 * 1024;

/** Allocates a task's values, to which nothing refers any more. */
function leave(): WeakRef<Buffer> {
  return new WeakRef(Buffer.alloc(TASK_BYTES, 1));
}

it('gives back what the task before has left', async () => {
  const left = leave();
  await nextTurn(); // a value that was just looked at lives until the end of the turn
  releaseHeap();
  expect(left.deref()).toBeUndefined();
});
