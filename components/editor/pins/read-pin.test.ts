import { expect, test } from 'vitest';
import { MAX_PIN_BYTES } from '@/lib/services/pins/schema';
import { readPin } from './read-pin';

/** Returns JSON of this many bytes after its whitespace is removed. */
const sized = (bytes: number) => `{ "text": "${'ä'.repeat((bytes - '{"text":""}'.length) / 2)}" }`;

test('a text that is an object of JSON can be pinned up to its limit', () => {
  expect(readPin('{"a": 12345678901234567890}')).toMatchObject({
    problem: null,
    output: { a: expect.anything() },
  });
  expect(readPin(sized(MAX_PIN_BYTES - 1)).problem).toBeNull();
  expect(readPin(sized(MAX_PIN_BYTES + 1)).problem).toMatch(/^A pinned output may take 1 MB; this one takes/);
  for (const text of ['', '{"a": ', '[1]', 'null', '"a"'])
    expect(readPin(text)).toEqual({ output: null, problem: 'It must be a JSON object.' });
});
