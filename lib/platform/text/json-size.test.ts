import { expect, test } from 'vitest';
import { countJsonValues } from './json-size';

const count = (json: string, most = 1_000): number => countJsonValues(Buffer.from(json), most);

test('every value counts once, whatever its kind', () => {
  expect(count('1')).toBe(1);
  expect(count('[]')).toBe(1);
  expect(count('[1,"a",null]')).toBe(4);
  expect(count('{"a":{"b":[]},"c":{}}')).toBe(4);
  expect(count('[{},{},{}]')).toBe(4);
});

test('what stands in a text is no value', () => {
  expect(count('["[,{,\\",,", "\\\\"]')).toBe(3);
});

test('counting ends at the most that is of interest', () => {
  expect(count('['.repeat(100_000), 50)).toBe(50);
});
