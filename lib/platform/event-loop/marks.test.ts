import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../ids';
import {
  continueMark,
  currentMark,
  type LongTask,
  markRun,
  markWork,
  onCause,
  startBeats,
  stopBeats,
} from './marks';

const tasks: LongTask[] = [];
beforeEach(() => {
  tasks.length = 0;
  startBeats((task) => tasks.push(task));
});
afterEach(() => stopBeats());

function compute(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

/** Runs `work`, waits for a beat and returns the causes of all long tasks so far. */
async function causesAfter(work: () => void): Promise<string[]> {
  work();
  await sleep(20);
  return tasks.map(({ cause }) => cause);
}

async function causesAfterAll(work: () => Promise<void>): Promise<string[]> {
  await work();
  return causesAfter(() => undefined);
}

// Each is tried until it is reported: a busy machine may hold the loop for longer before a mark than after
// it.
test('a long task is told of by what had the loop for longest', async () => {
  const work = () => {
    markWork('GET /short');
    markWork('POST /long');
    compute(150);
    markWork('GET /after');
  };
  await expect.poll(() => causesAfter(work)).toContain('POST /long');
});

test('a run is one cause, whichever it is', async () => {
  const work = () => {
    markRun(newId(), newId());
    compute(150);
  };
  await expect.poll(() => causesAfter(work)).toContain('run');
});

test('what a later turn does is not told of by who came last, unless its own mark is continued', async () => {
  let mark = currentMark();
  const work = async (asked: string) => {
    markWork(asked);
    mark = currentMark();
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    markWork('GET /health');
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(currentMark()).toBeNull();
  };
  const later = async () => {
    await work('POST /asked');
    compute(150);
  };
  await expect.poll(() => causesAfterAll(later)).toContain('other');
  const continued = async () => {
    await work('POST /continued');
    continueMark(mark!);
    compute(150);
  };
  await expect.poll(() => causesAfterAll(continued)).toContain('POST /continued');
  expect(tasks.map(({ cause }) => cause)).not.toContain('GET /health');
});

test('a loop that is not held is not told of', async () => {
  for (let number = 0; number < 20; number += 1) {
    markWork('GET /short');
    await sleep(2);
  }
  // A busy machine may still hold the loop; such a task is then reported with its duration.
  for (const { ms } of tasks) expect(ms).toBeGreaterThanOrEqual(50);
});

test('each name is told once, with an index of its own', () => {
  const told: Array<[number, string]> = [];
  onCause((index, cause) => told.push([index, cause]));
  markWork('job: one');
  markWork('job: two');
  markWork('job: one');
  const own = told.filter(([, cause]) => cause.startsWith('job: '));
  expect(own.map(([, cause]) => cause)).toEqual(['job: one', 'job: two']);
  expect(new Set(told.map(([index]) => index)).size).toBe(told.length);
});
