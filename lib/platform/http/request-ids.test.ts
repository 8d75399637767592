import { expect, test } from 'vitest';
import { isId } from '../ids';
import { requestIdsOf } from './request-ids';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const idsOf = (headers: Record<string, string>) => requestIdsOf((name) => headers[name]);

test.each(['r-1', 'A.b_c-9', 'x'.repeat(128)])('the caller’s request id %s is kept', (id) => {
  expect(idsOf({ 'x-request-id': id }).requestId).toBe(id);
});

test.each(['', ' ', 'a b', 'x'.repeat(129), 'é', '"}{"level":"info', 'a\u001b[31m', 'a,b'])(
  'an id that is not fit to be logged (%j) is replaced',
  (id) => {
    expect(isId(idsOf({ 'x-request-id': id }).requestId)).toBe(true);
  },
);

test('the trace id is read from a traceparent of this and of later versions', () => {
  expect(idsOf({ traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }).traceId).toBe(TRACE);
  expect(idsOf({ traceparent: `cc-${TRACE}-00f067aa0ba902b7-01-what-will-be` }).traceId).toBe(TRACE);
});

test.each([
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `ff-${TRACE}-00f067aa0ba902b7-01`,
  `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
  `00-${TRACE}-00f067aa0ba902b7`,
  `00-${TRACE}-00f067aa0ba902b7-01x`,
])('a traceparent that is none (%s) is passed over', (traceparent) => {
  expect(idsOf({ traceparent }).traceId).toBeUndefined();
});
