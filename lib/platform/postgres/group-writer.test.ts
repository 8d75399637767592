import { expect, test } from 'vitest';
import { createGroupWriter } from './group-writer';

/** A writer whose writes end on demand. */
function controlled() {
  const groups: number[][] = [];
  const ends: Array<() => void> = [];
  const add = createGroupWriter<number, number>({
    maxGroup: 3,
    write: async (items) => {
      groups.push(items);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (items.includes(13)) throw new Error('unlucky');
      if (items.includes(0)) throw new Error('connection lost');
      return items.map((item) => item * 10);
    },
    isItemsFault: (error) => (error as Error).message === 'unlucky',
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const end = async () => {
    await turn();
    ends.shift()?.();
    await turn();
  };
  return { add, groups, end, turn };
}

test('what arrives while a group is in flight is written together next', async () => {
  const { add, groups, end, turn } = controlled();
  const first = add(1);
  await turn();
  const rest = [add(2), add(3), add(4), add(5)];
  await end();
  await end();
  await end();
  expect(groups).toEqual([[1], [2, 3, 4], [5]]);
  expect(await Promise.all([first, ...rest])).toEqual([10, 20, 30, 40, 50]);
});

test('one bad item fails alone', async () => {
  const { add, groups, end } = controlled();
  const results = Promise.allSettled([add(1), add(13), add(2)]);
  for (let i = 0; i < 5; i += 1) await end();
  expect(groups).toEqual([[1, 13, 2], [1, 13], [1], [13], [2]]);
  expect((await results).map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('an item that arrives after all is written starts a new group', async () => {
  const { add, groups, end } = controlled();
  const first = add(1);
  await end();
  await first;
  const second = add(2);
  await end();
  expect(await second).toBe(20);
  expect(groups).toEqual([[1], [2]]);
});

test('a failure that no item caused fails the group as one: it may have been written', async () => {
  const { add, groups, end } = controlled();
  const results = Promise.allSettled([add(1), add(0)]);
  await end();
  expect((await results).map((result) => result.status)).toEqual(['rejected', 'rejected']);
  expect(groups).toEqual([[1, 0]]);
});

test('a group ends before it gets too heavy, and an item that is too heavy itself goes alone', async () => {
  const groups: number[][] = [];
  const add = createGroupWriter<number, undefined>({
    maxGroup: 3,
    weight: { of: (item) => item, max: 10 },
    isItemsFault: () => false,
    write: async (items) => {
      groups.push(items);
      return items.map(() => undefined);
    },
  });
  await Promise.all([4, 5, 6, 99, 1, 1, 1, 1].map(add));
  expect(groups).toEqual([[4, 5], [6], [99], [1, 1, 1], [1]]);
});

test('the item at fault among many is found by halving, and nobody else fails', async () => {
  const groups: number[][] = [];
  const add = createGroupWriter<number, number>({
    maxGroup: 128,
    write: async (items) => {
      groups.push(items);
      if (items.includes(77)) throw new Error('unlucky');
      return items;
    },
    isItemsFault: () => true,
  });
  const results = await Promise.allSettled(Array.from({ length: 128 }, (_, item) => add(item)));
  expect(results.flatMap(({ status }, item) => (status === 'rejected' ? [item] : []))).toEqual([77]);
  // Each half once on the way to the item.
  expect(groups).toHaveLength(1 + 2 * 7);
});

test('while the item at fault is looked for, what comes later is written', async () => {
  const { add, groups, end, turn } = controlled();
  const first = Promise.allSettled([add(1), add(13)]);
  await end();
  const later = add(5);
  await turn();
  expect(groups).toEqual([[1, 13], [1], [5]]);
  for (let i = 0; i < 3; i += 1) await end();
  expect(await later).toBe(50);
  expect((await first).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});

test('a heavy item is written beside the line, which goes on meanwhile', async () => {
  const ends = new Map<number, () => void>();
  const add = createGroupWriter<number, number>({
    maxGroup: 3,
    weight: { of: (item) => item, max: 10, heavy: 50 },
    isItemsFault: () => false,
    write: async (items) => {
      if (items[0]! > 50) await new Promise<void>((resolve) => ends.set(items[0]!, resolve));
      return items;
    },
  });
  const heavy = add(99);
  expect(await Promise.all([add(1), add(2)])).toEqual([1, 2]);
  expect(await add(3)).toBe(3);
  ends.get(99)!();
  expect(await heavy).toBe(99);
});
