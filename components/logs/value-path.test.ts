import { expect, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { pathInside, readPathInside } from '@/lib/core/references/path-text';
import { spanSeenFrom, valueAt } from './value-path';

test('a path is read as trees write it', () => {
  for (const path of [['data', 'items', 0, 'odd key', 'a"b'], ['x-y'], [3, 'z'], ['a.b', '']])
    expect(readPathInside(pathInside(path))).toEqual(path);
  expect(valueAt({ a: [{ b: 1 }] }, ['a', 0, 'b'])).toBe(1);
  expect(valueAt({ a: null }, ['a', 'b'])).toBeUndefined();
  expect(valueAt({ a: [1, { b: 2 }] }, ['a', -1, 'b'])).toBe(2);
  expect(valueAt({ a: [1] }, ['a', -2])).toBeUndefined();
});

test('a block is seen in the same iteration, or in one around it', () => {
  const span = (id: string, children: TraceSpan[] = []) =>
    ({ id, blockId: id.split('@')[0], children }) as TraceSpan;
  const each = span('each', [span('a@each:0'), span('b@each:0'), span('a@each:1'), span('b@each:1')]);
  const spans = [span('start'), each];
  expect(spanSeenFrom(spans, 'a', { id: 'b@each:1' })?.id).toBe('a@each:1');
  expect(spanSeenFrom(spans, 'start', { id: 'b@each:1' })?.id).toBe('start');
  expect(spanSeenFrom(spans, 'a', { id: 'start' })?.id).toBe('a@each:0');
  expect(spanSeenFrom(spans, 'gone', { id: 'start' })).toBeUndefined();
});
