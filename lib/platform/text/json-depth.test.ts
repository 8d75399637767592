import { expect, test } from 'vitest';
import { isNestedTooDeeply, MAX_JSON_DEPTH } from './json-depth';

const nested = (levels: number, inside = '') => '['.repeat(levels) + inside + ']'.repeat(levels);

test('counts lists and objects, not brackets in text', () => {
  expect(isNestedTooDeeply(nested(MAX_JSON_DEPTH, '"x"'))).toBe(false);
  expect(isNestedTooDeeply(nested(MAX_JSON_DEPTH + 1))).toBe(true);
  expect(isNestedTooDeeply('{"a":'.repeat(MAX_JSON_DEPTH + 1))).toBe(true);
  expect(isNestedTooDeeply(JSON.stringify({ text: '[{\\"'.repeat(2 * MAX_JSON_DEPTH) }))).toBe(false);
  expect(isNestedTooDeeply(JSON.stringify([...'\\"'].join('[').repeat(2 * MAX_JSON_DEPTH)))).toBe(false);
  expect(isNestedTooDeeply(`{"ends in an escape\\\\":${nested(MAX_JSON_DEPTH)}}`)).toBe(true);
  expect(isNestedTooDeeply(`{"no end \\":${nested(MAX_JSON_DEPTH)}}`)).toBe(false);
  expect(isNestedTooDeeply(`[${'[],'.repeat(2 * MAX_JSON_DEPTH)}0]`)).toBe(false);
});
