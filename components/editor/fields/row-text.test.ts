import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsFromPaste, rowsFromText, textFromRows } from './row-text';

const row = (key: string, value: string, enabled = true) => ({ key, value, enabled });

test('rows are lines, and a # switches one off', () => {
  const rows = [row('Accept', 'a/b: c'), row('X-Off', '', false), row('q', ' two\nlines')];
  const text = 'Accept: a/b: c\n# X-Off:\nq:  two\n  lines';
  expect(textFromRows(rows)).toBe(text);
  expect(rowsFromText(text)).toEqual(rows);
});

test('lines as people write them are read', () => {
  expect(rowsFromText('a=1\r\n\r\n#b:2\nc\n  ')).toEqual([
    row('a', '1'),
    row('b', '2', false),
    row('c', '\n'),
  ]);
  expect(rowsFromText('url=http://h/?x=1')).toEqual([row('url', 'http://h/?x=1')]);
});

test('a description stays with its key', () => {
  const before = [
    { ...row('a', '1'), description: 'first' },
    { ...row('a', '2'), description: 'second' },
  ];
  expect(rowsFromText('a: 3\na: 4\na: 5', before).map((each) => each.description)).toEqual([
    'first',
    'second',
    undefined,
  ]);
});

test('any rows come back as they went', () => {
  const key = fc.string({ minLength: 1 }).map((text) => text.replace(/\s/g, '_'));
  const value = fc.string({ unit: fc.constantFrom(...'a:=#\\ <"\n') });
  const rows = fc.array(fc.record({ key, value, enabled: fc.boolean() }));
  fc.assert(
    fc.property(rows, (given) => {
      expect(rowsFromText(textFromRows(given))).toEqual(given);
    }),
  );
});

test('many rows pasted where one key goes are taken apart', () => {
  const two = [row('a', '1'), row('b', 'x y')];
  for (const text of ['a: 1\nb: x y', '?a=1&b=x+y', '{"a": 1, "b": "x y"}'])
    expect(rowsFromPaste(text)).toEqual(two);
  expect(rowsFromPaste('{"id": 9007199254740993}')).toEqual([row('id', '9007199254740993')]);
  for (const text of ['a', 'a: 1', '{{NAME}}', 'a=1', 'https://h/?a=1&b=2 c'])
    expect(rowsFromPaste(text)).toBeNull();
});
