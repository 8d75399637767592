import { expect, test } from 'vitest';
import { AppError, ERROR_STATUS, type ErrorCode } from '../errors';
import { vagueWords } from '../testing/vague-words';
import { ApiError } from './client';
import { toProblem } from './problem';

const ids = { requestId: 'r1' };
const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];
const issue = { param: 'name', code: 'param_invalid', message: 'Enter a name.' };

test.each(CODES)('an answer with the code %s is in words, also for who reads only its title', (code) => {
  const { problem } = toProblem(new AppError(code, 'It can’t be done.', { issues: [issue] }), ids);
  expect(vagueWords(problem)).toEqual([]);
  expect(problem.title === 'Internal error').toBe(ERROR_STATUS[code] === 500);
  const received = new ApiError(problem.status, { ...problem });
  expect([received.message, received.code]).toEqual(['It can’t be done.', code]);
});

test.each([[new Error()], [new Error('undefined')], [undefined], [null], [{}], ['text']])(
  'what was thrown by mistake (%s) is told in the product’s own words',
  (thrown) => {
    const { problem } = toProblem(thrown, ids);
    expect(problem).toMatchObject({ status: 500, code: 'internal' });
    expect(vagueWords(problem)).toEqual([]);
  },
);

test.each([[{}], [{ detail: '' }], [{ detail: null }], [{ detail: {} }], [{ errors: null }]])(
  'an answer of another server (%j) is told by its status',
  (problem) => {
    const received = new ApiError(502, problem as never);
    expect(received.message).toBe('The server returned 502.');
    expect(received.code).toBe('unknown');
  },
);
