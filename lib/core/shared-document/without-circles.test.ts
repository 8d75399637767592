import { expect, test } from 'vitest';
import { type Edge, MAX_BLOCKS } from '../workflow/schema';
import { randomNumbers } from './testing/random-changes';
import { withoutCircles } from './without-circles';

const edge = (source: number, target: number): Edge => ({
  id: `${source}-${target}`,
  source: `b${source}`,
  sourceHandle: 'out',
  target: `b${target}`,
  targetHandle: 'in',
});

/** A ring whose connections come in the order that makes each search as long as possible. */
const ring = (count: number): Edge[] =>
  Array.from({ length: count }, (_, index) => edge(count - 1 - index, (count - index) % count));

function reaches(edges: readonly Edge[], from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const id of seen) for (const { source, target } of edges) if (source === id) seen.add(target);
  return seen.has(to);
}

test('the connections that close a circle with earlier ones are dropped', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = randomNumbers(seed);
    const edges = Array.from({ length: random(30) }, () => edge(random(8), random(8)));
    const kept: Edge[] = [];
    for (const one of edges) if (!reaches(kept, one.target, one.source)) kept.push(one);
    expect(withoutCircles(edges), `seed ${seed}`).toEqual(kept);
  }
});

test('one circle costs one connection, however many there are and in whatever order', () => {
  expect(withoutCircles(ring(MAX_BLOCKS))).toHaveLength(MAX_BLOCKS - 1);
  expect(withoutCircles([...ring(MAX_BLOCKS)].reverse())).toHaveLength(MAX_BLOCKS - 1);
});
