import { expect, test } from 'vitest';
import { MAX_PIN_BYTES } from '@/lib/services/pins/schema';
import { pinProblem } from './pin-problem';

/** Of that many bytes once its blanks are gone. */
const sized = (bytes: number) => `{ "text": "${'ä'.repeat((bytes - '{"text":""}'.length) / 2)}" }`;

test('a text that is an object of JSON can be pinned up to its limit', () => {
  expect(pinProblem('{"a": 12345678901234567890}')).toBeNull();
  expect(pinProblem(sized(MAX_PIN_BYTES - 1))).toBeNull();
  expect(pinProblem(sized(MAX_PIN_BYTES + 1))).toMatch(/^A pinned output may take 1 MB; this one takes/);
  for (const text of ['', '{"a": ', '[1]', 'null', '"a"'])
    expect(pinProblem(text)).toBe('It must be a JSON object.');
});
