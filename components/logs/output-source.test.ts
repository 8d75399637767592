import { expect, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { outputSource } from './output-source';

const span = (id: string, second: number, more: Partial<TraceSpan> = {}): TraceSpan => ({
  id,
  parentId: null,
  blockId: id,
  name: id,
  type: 'function',
  status: 'success',
  startTime: new Date(0).toISOString(),
  endTime: new Date(second * 1_000).toISOString(),
  durationMs: 5,
  input: null,
  output: { n: 1 },
  error: null,
  children: [],
  ...more,
});
const sourceOf = (spans: TraceSpan[], path: string) => {
  const source = outputSource(spans, path);
  return source && [source.span.id, source.inputPath];
};

test('a value of the run’s output comes from a Response block’s body, or from the last block', () => {
  const answer = (body: unknown) => span('r', 2, { type: 'response', output: { status: 200, body } });
  const others = [span('a', 1), span('b', 5)];
  expect(sourceOf(others, 'n')).toEqual(['b', null]);
  expect(sourceOf([...others, answer({ total: 1 })], 'total')).toEqual(['r', 'body.total']);
  expect(sourceOf([...others, answer([{ id: 1 }])], 'value[0].id')).toEqual(['r', 'body[0].id']);
  expect(sourceOf([...others, answer(3)], 'value')).toEqual(['r', 'body']);
  const each = span('each', 9, { type: 'loop', children: [answer({ total: 1 })] });
  expect(sourceOf([each], 'total')).toEqual(['r', 'body.total']);
  expect(sourceOf([span('a', 1, { status: 'error' })], 'n')).toBeNull();
});
