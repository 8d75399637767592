import { expect, test } from 'vitest';
import { type WorkTurn, WorkTurns } from './work-turns';

/** The size is in bodies, each of which counts fourfold. */
const turnsFor = (bodies: number, waitsAtMostMs?: number) => new WorkTurns(bodies * 4, waitsAtMostMs);

function taken(turns: WorkTurns, names: readonly string[]) {
  const order: string[] = [];
  const made = names.map((name) => {
    const turn = turns.take(name[0]!, 1);
    turn.granted.then(() => order.push(name)).catch(() => order.push(`${name} refused`));
    return turn;
  });
  return { order, made };
}
const settled = () => new Promise(setImmediate);

test('owners take turns, however many one has waiting', async () => {
  const turns = turnsFor(1);
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'];
  const { order, made } = taken(turns, names);
  const byName = Object.fromEntries(names.map((name, at) => [name, made[at]!]));
  for (let count = 1; count <= names.length; count += 1) {
    await settled();
    expect(order).toHaveLength(count);
    (byName[order.at(-1)!] as WorkTurn).end();
  }
  expect(order.indexOf('b1')).toBeLessThan(order.indexOf('a4'));
  expect(order.indexOf('c1')).toBeLessThan(order.indexOf('a4'));
  expect(turns.held).toBe(0);
});

test('a large one isn’t overtaken for ever, and may have all there is', async () => {
  const turns = turnsFor(2);
  const first = turns.take('a', 1);
  const large = turns.take('b', 5);
  const small = turns.take('c', 1);
  let next = '';
  void large.granted.then(() => (next ||= 'large'));
  void small.granted.then(() => (next ||= 'small'));
  await first.granted;
  await settled();
  expect(next).toBe('');
  first.end();
  await large.granted;
  expect([next, turns.held]).toEqual(['large', 20]);
  large.end();
  await small.granted;
  small.end();
  expect(turns.held).toBe(0);
});

test('who waits too long is refused with Retry-After, and holds nothing', async () => {
  const turns = turnsFor(1, 1);
  const first = turns.take('a', 1);
  await first.granted;
  await expect(turns.take('b', 1).granted).rejects.toMatchObject({
    status: 503,
    headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) },
  });
  first.end();
  first.end();
  expect(turns.held).toBe(0);
});
