import { expect, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import type { BlockRun, RunState } from '../store/run-state';
import { earlierFailure } from './earlier-failure';

const MISSING = 'orderapi.data.id does not exist: orderapi.data has only the field error.';
const returned500 = { code: 'HTTP_STATUS', message: 'The server returned 500.' };

const ran = (name: string, error: TraceSpan['error']): BlockRun => ({
  status: error === null ? 'success' : 'warning',
  span: { id: name, name, error, status: error === null ? 'success' : 'warning' } as TraceSpan,
});
const ended = (message: string, code = 'REF_PATH_NOT_FOUND') =>
  ({ status: 'error', output: null, error: { code, message } }) as RunState['answer'];

test('a missing field is explained by the failure of the block it was to come from', () => {
  const blocks = { a: ran('Order API', returned500), b: ran('other', returned500) };
  expect(earlierFailure({ blocks, answer: ended(MISSING) })?.error).toEqual(returned500);
  expect(earlierFailure({ blocks: { b: ran('other', returned500) }, answer: ended(MISSING) })).toBe(null);
  expect(earlierFailure({ blocks: { a: ran('Order API', null) }, answer: ended(MISSING) })).toBe(null);
  expect(earlierFailure({ blocks, answer: ended(MISSING, 'HTTP_STATUS') })).toBe(null);
});
