import { expect, test } from 'vitest';
import { readSample } from './read-sample';

test('a sample is an object or nothing', () => {
  expect(readSample('{"id": 1}')).toEqual({ id: 1 });
  for (const text of ['', '[1]', 'null', '{"id":', '9007199254740993']) expect(readSample(text)).toBeNull();
});
