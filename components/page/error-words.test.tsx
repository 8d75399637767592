import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '@/lib/platform/errors';
import { ApiError, UnreachableError } from '@/lib/platform/http/client';
import { isHollow } from '@/lib/platform/testing/vague-words';
import { errorWords, fieldErrors } from './error-words';
import { LoadFailure } from './load-failure';

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];
const shown = (error: unknown) => renderToStaticMarkup(<LoadFailure error={error} onRetry={() => {}} />);
const text = (markup: string) => markup.replaceAll(/<[^<>]*>/g, ' ');

test.each(CODES)('a failure with the code %s is shown in words', (code) => {
  const errors = [{ param: 'name', code: 'param_invalid', message: 'Enter a name.' }];
  const status = ERROR_STATUS[code];
  const error = new ApiError(status, { code, detail: 'It can’t be done.', errors });
  expect(errorWords(error)).toBe(status === 400 ? 'Enter a name.' : 'It can’t be done.');
  expect(fieldErrors(error)).toEqual({ name: 'Enter a name.' });
  expect(isHollow(text(shown(error)))).toBe(false);
});

/** Responses that proxies, other servers and older versions may send. */
const STRANGE = [
  {},
  { detail: null },
  { detail: {} },
  { errors: null },
  { errors: [{}] },
  { errors: [{ param: 'name' }] },
  { errors: [{ param: 'name', message: null }] },
] as unknown as Array<Record<string, unknown>>;

test.each(STRANGE)('an answer that says nothing (%j) is shown by its status', (problem) => {
  for (const status of [400, 502]) {
    const error = new ApiError(status, problem as never);
    expect(errorWords(error)).toBe(`The server returned ${status}.`);
    expect(fieldErrors(error)).toEqual({});
    expect(isHollow(text(shown(error)))).toBe(false);
  }
});

test.each([[undefined], [null], [{}], ['text'], [new Error('')], [new TypeError('Failed to fetch')]])(
  'what else may be thrown (%s) is shown in words',
  (error) => {
    expect(isHollow(errorWords(error))).toBe(false);
    expect(isHollow(text(shown(error)))).toBe(false);
  },
);

test('only a request that got no response is told as a server that can’t be reached', () => {
  const words = 'The server could not be reached. Check the connection and try again.';
  expect(errorWords(new UnreachableError(new TypeError('Failed to fetch')))).toBe(words);
  const faults = [
    new TypeError('crypto.randomUUID is not a function'),
    new DOMException('The operation is insecure.', 'SecurityError'),
    new DOMException('Full.', 'QuotaExceededError'),
  ];
  for (const fault of faults) expect(errorWords(fault)).toBe(fault.message);
});
