import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ExactNumber, isHeldByDouble, parseExact } from './exact-number';
import { parseToWrite, writeJson, writeJsonForCode } from './json-text';

describe('numbers that a double can’t hold', () => {
  it.each([
    '9007199254740993',
    '-9007199254740993',
    '0.1234567890123456789',
    '123456789012345678901234567890',
    '1e400',
    '-1E+400',
    '1e-400',
    '12345678901234567e5',
  ])('%s keeps its digits', (digits) => {
    expect(isHeldByDouble(digits)).toBe(false);
    const value = parseExact(`{"a":[${digits}, 1, "${digits}"],"${digits}":${digits} }`) as {
      a: unknown[];
    };
    expect((value.a[0] as ExactNumber).digits).toBe(digits);
    expect(value.a.slice(1)).toEqual([1, digits]);
    expect(writeJson(value)).toBe(`{"a":[${digits},1,"${digits}"],"${digits}":${digits}}`);
    expect(writeJsonForCode(value)).toEqual({
      json: `{"a":["${digits}",1,"${digits}"],"${digits}":"${digits}"}`,
      asText: 2,
    });
  });

  it.each([
    '9007199254740992',
    '0.1',
    '0.30000000000000004',
    '1.7976931348623157e308',
    '100000000000000000000',
    '1.0000000000000000000',
    '1e23',
    '5e-324',
    '0e999',
    '0.00000000000000000000001',
  ])('%s is a number like any other', (digits) => {
    expect(isHeldByDouble(digits)).toBe(true);
    expect(parseExact(`[${digits}]`)).toEqual([Number(digits)]);
  });

  it('have no members, and are numbers at the top too', () => {
    const number = parseExact('9007199254740993');
    expect(number).toBeInstanceOf(ExactNumber);
    expect(Object.keys(number as object)).toEqual([]);
    expect(`${number}`).toBe('9007199254740993');
  });

  it('are left alone in text that has other quotes and backslashes', () => {
    const json = '{"a\\\\":"\\"9007199254740993","b":9007199254740993}';
    expect(writeJson(parseExact(json))).toBe(json);
  });

  it('survive deep nesting and keys like __proto__', () => {
    const deep = `${'['.repeat(5_000)}9007199254740993${']'.repeat(5_000)}`;
    expect(Array.isArray(parseExact(deep))).toBe(true);
    const json = '{"__proto__":{"x":9007199254740993}}';
    expect(writeJson(parseExact(json))).toBe(json);
  });

  it('are text still where JSON is only passed on', () => {
    expect(writeJson({ output: parseToWrite('{"id":9007199254740993}') })).toBe(
      '{"output":{"id":9007199254740993}}',
    );
  });
});

test('whatever JSON is parsed is written as the same numbers', () => {
  const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,4})?$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), digits)), (members) => {
      const json = `[${members.map(([text, number]) => `{"t":${JSON.stringify(text)},"n":${number}}`).join(',')}]`;
      const value = parseExact(json) as Array<{ t: string; n: unknown }>;
      for (const [index, [text, number]] of members.entries()) {
        expect(value[index]!.t).toBe(text);
        const n = value[index]!.n;
        if (n instanceof ExactNumber) expect(n.digits).toBe(number);
        else expect(n).toBe(Number(number));
      }
      expect(writeJson(parseExact(writeJson(value)))).toBe(writeJson(value));
    }),
  );
});

test('ordinary JSON is parsed once and nothing is looked at twice', () => {
  const value = { id: 123456789012345, at: '2026-01-31T12:00:00.000Z', price: 19.99 };
  expect(parseExact(JSON.stringify(value))).toEqual(value);
});
