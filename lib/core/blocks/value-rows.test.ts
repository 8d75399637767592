import { describe, expect, it } from 'vitest';
import { ExactNumber, parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { compileField, emptyScope } from './compile-field';
import { type ResolvedValueRow, repeatedNames, typedValues, type ValueRowType } from './value-rows';

const one = (type: ValueRowType, value: unknown) => typedValues([{ name: 'x', type, value }]);

describe('a value', () => {
  it.each<[ValueRowType, unknown, unknown]>([
    ['any', [1], [1]],
    ['any', undefined, null],
    ['string', '007', '007'],
    ['number', 7, 7],
    ['number', ' 7.5 ', 7.5],
    ['boolean', 'true', true],
    ['object', { a: 1 }, { a: 1 }],
    ['object', '{"a": 1}', { a: 1 }],
    ['array', '[1]', [1]],
  ])('that is to be %s: %j becomes %j', (type, value, expected) => {
    expect(one(type, value)).toEqual({ ok: true, values: { x: expected } });
  });

  it.each<[ValueRowType, unknown, string]>([
    ['number', 'many', '"x" must be a number, not the text "many".'],
    ['number', '', '"x" must be a number, not nothing.'],
    ['number', true, '"x" must be a number, not true.'],
    ['boolean', 1, '"x" must be true or false, not 1.'],
    ['object', [1], '"x" must be an object, not a list.'],
    ['array', null, '"x" must be a list, not nothing.'],
    ['array', '{', '"x" must be a list, not the text "{".'],
  ])('that is to be %s can’t be %j', (type, value, message) => {
    expect(one(type, value)).toEqual({ ok: false, message });
  });

  it('that a double can’t hold keeps its digits', () => {
    const typed = one('number', '9007199254740993');
    expect(typed).toMatchObject({ ok: true, values: { x: expect.any(ExactNumber) } });
    expect(writeJson(typed)).toContain('9007199254740993');
  });

  it('under a special name is a plain member', () => {
    const typed = typedValues([{ name: '__proto__', type: 'any', value: { a: 1 } }]);
    expect(writeJson(typed)).toBe('{"ok":true,"values":{"__proto__":{"a":1}}}');
  });
});

it('a row’s references keep their types, but where the value is to be text', () => {
  const rows = [
    { name: 'a', type: 'any', value: '<start.n>' },
    { name: 'b', type: 'string', value: '<start.n>' },
    { name: 'c', type: 'string', value: '007' },
    { name: 'd', type: 'any', value: '[<start.n>, "<start.n>"]' },
  ];
  const field = compileField('value-rows', rows, (slug) => slug === 'start');
  const outputs = new Map([['start', { n: parseExact('7') }]]);
  const resolved = field.resolve({ ...emptyScope(), outputs }) as ResolvedValueRow[];
  expect(resolved.map(({ value }) => value)).toEqual([7, '7', '007', [7, '7']]);
});

it('names that occur twice are reported once', () => {
  const rows = [{ name: 'a' }, { name: 'b' }, { name: 'a' }, { name: 'a' }];
  expect(repeatedNames(rows)).toEqual([{ name: 'a', at: '2.name' }]);
});
