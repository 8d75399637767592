import { expect, test } from 'vitest';
import { TurnQueue } from './turn-queue';

/** Creates a queue whose items name their owner and their position in the owner's line: `a1`, `a2`, … */
function queueOf(lines: Record<string, number>): TurnQueue<string> {
  const queue = new TurnQueue<string>();
  for (const [owner, length] of Object.entries(lines))
    for (let place = 1; place <= length; place += 1) queue.push(owner, owner + place);
  return queue;
}

function takeAll(queue: TurnQueue<string>, may?: (owner: string) => boolean): string[] {
  const taken: string[] = [];
  for (let item = queue.take(may); item !== undefined; item = queue.take(may)) taken.push(item);
  return taken;
}

test('owners take turns, and each one’s items come in their order', () => {
  expect(takeAll(queueOf({ a: 4, b: 1, c: 2 }))).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
});

test('a new owner waits for one item of each other owner at most, however long their lines are', () => {
  const queue = queueOf({ a: 5_000, b: 5_000 });
  expect(queue.take()).toBe('a1');
  queue.push('c', 'c1');
  expect([queue.take(), queue.take(), queue.take()]).toEqual(['b1', 'a2', 'c1']);
});

test('an owner who may have none now is skipped and keeps the turn', () => {
  const queue = queueOf({ a: 2, b: 2 });
  expect(takeAll(queue, (owner) => owner !== 'a')).toEqual(['b1', 'b2']);
  queue.push('c', 'c1');
  expect([queue.size, [...queue.owners()]]).toEqual([3, ['a', 'c']]);
  expect(takeAll(queue)).toEqual(['a1', 'c1', 'a2']);
});

test('whether an owner may have its oldest item is asked of that item', () => {
  const queue = queueOf({ a: 2, b: 1 });
  expect([queue.take((_, oldest) => oldest !== 'a1'), queue.has('b')]).toEqual(['b1', false]);
  expect([queue.take((_, oldest) => oldest !== 'a1'), queue.has('a')]).toEqual([undefined, true]);
});

test('an item is taken out once, wherever it stands', () => {
  const queue = queueOf({ a: 3, b: 1 });
  expect([queue.remove('a', 'a2'), queue.remove('a', 'a2'), queue.remove('b', 'a1')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(queue.remove('b', 'b1')).toBe(true);
  expect([queue.size, queue.drain(), queue.size]).toEqual([2, ['a1', 'a3'], 0]);
});
