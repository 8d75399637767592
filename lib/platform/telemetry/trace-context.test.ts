import { expect, test } from 'vitest';
import { createSampler } from './sampler';
import { formatTraceparent, parseTraceparent, rootSpanIdOf, spanIdOf, traceIdOf } from './trace-context';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const HEADER = `00-${TRACE}-00f067aa0ba902b7-01`;

test('a traceparent is read and written', () => {
  const context = parseTraceparent(HEADER);
  expect(context).toEqual({ traceId: TRACE, spanId: '00f067aa0ba902b7', isSampled: true });
  expect(formatTraceparent(context!)).toBe(HEADER);
  expect(parseTraceparent(`00-${TRACE}-00f067aa0ba902b7-00`)?.isSampled).toBe(false);
});

test.each([
  undefined,
  '',
  HEADER.toUpperCase(),
  `ff-${TRACE}-00f067aa0ba902b7-01`,
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `${HEADER}x`,
])('one in another format is none: %s', (header) => {
  expect(parseTraceparent(header)).toBeNull();
});

test('the ids of a run’s trace follow from the run’s id', () => {
  const id = '019c1c5e-0b57-7c3a-8d42-5f0d7a3b9c11';
  expect(traceIdOf(id)).toBe('019c1c5e0b577c3a8d425f0d7a3b9c11');
  expect(rootSpanIdOf(id)).toBe('8d425f0d7a3b9c11');
  expect(spanIdOf(id, 'b1')).toMatch(/^[0-9a-f]{16}$/);
  expect(spanIdOf(id, 'b1')).not.toBe(spanIdOf(id, 'b1@each:0'));
});

test('a sampler that goes by the caller asks nothing else', () => {
  const sampler = createSampler('parentbased_always_on', 1);
  expect([sampler(TRACE, null), sampler(TRACE, true), sampler(TRACE, false)]).toEqual([true, true, false]);
  expect(createSampler('always_off', 1)(TRACE, true)).toBe(false);
});

test('a ratio chooses by the random end of the trace id', () => {
  const sampler = createSampler('traceidratio', 0.5);
  expect(sampler(`${'f'.repeat(18)}${'0'.repeat(14)}`, null)).toBe(true);
  expect(sampler(`${'0'.repeat(18)}${'f'.repeat(14)}`, null)).toBe(false);
});
