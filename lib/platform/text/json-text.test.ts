import { expect, test } from 'vitest';
import { JsonText, parseToWrite, writeJson } from './json-text';

test('a text of JSON is written as it is, wherever it stands', () => {
  const value = {
    a: new JsonText('{"n": 1.50}'),
    list: [new JsonText('[]'), 'b', new JsonText('"$&"')],
    c: null,
  };
  expect(writeJson(value)).toBe('{"a":{"n": 1.50},"list":[[],"b","$&"],"c":null}');
  expect(writeJson(new JsonText('[1]'))).toBe('[1]');
});

test('JSON.stringify writes it as the value it stands for', () => {
  expect(JSON.stringify({ a: new JsonText('{"n": 1.50}') })).toBe('{"a":{"n":1.5}}');
});

test('only large JSON stays text', () => {
  expect(parseToWrite('{"a":1}')).toEqual({ a: 1 });
  const large = JSON.stringify('x'.repeat(200_000));
  expect(parseToWrite(large)).toBeInstanceOf(JsonText);
  expect(writeJson({ large: parseToWrite(large) })).toBe(`{"large":${large}}`);
});
