import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { usualCostOf } from '../testing/cost-of';
import { ExactNumber, isHeldByDouble, parseExact } from './exact-number';
import { mayHoldExactNumbers, parseToWrite, writeJson, writeJsonForCode } from './json-text';

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
    '0.1000000000000000055511151231257827',
    '1e0000000400',
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

  it('may have any number of digits, also of the exponent', () => {
    for (const digits of [`1${'0'.repeat(400)}`, `1e${'9'.repeat(400)}`, `1e-${'9'.repeat(400)}`])
      expect(writeJson(parseExact(digits))).toBe(digits);
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

/** Returns true if two texts are the same number, by integer arithmetic, independent of the tested code. */
function isSameNumber(one: string, other: string): boolean {
  const scaled = (text: string, shift: number): bigint => {
    const [, sign, whole, fraction = '', exponent = '0'] =
      /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
    return BigInt(sign + whole! + fraction) * 10n ** BigInt(Number(exponent) - fraction.length + shift);
  };
  return scaled(one, 1_100) === scaled(other, 1_100);
}

const number = fc.stringMatching(/^-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?$/);
const space = fc.constantFrom('', ' ', '\n\t', '\r\n');

test('exactly the numbers that a double changes are kept as digits, wherever they stand', () => {
  const place = fc.constantFrom('%', '[%]', '{"a":%}', '[0,%,"x"]', '{"9\\"":"%","b":%}', '[[5,[%]],%]');
  fc.assert(
    fc.property(number, place, space, space, (digits, around, before, after) => {
      const filled = (hole: string) => around.replaceAll('"%"', `" ${digits}"`).replaceAll('%', hole);
      const json = filled(before + digits + after);
      const isHeld = Number.isFinite(Number(digits)) && isSameNumber(digits, String(Number(digits)));
      if (isHeld) expect(parseExact(json)).toEqual(JSON.parse(json));
      else expect(writeJson(parseExact(json))).toBe(filled(digits));
    }),
    { numRuns: 500 },
  );
});

test('whatever JSON is parsed is written as the same numbers', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), number)), (members) => {
      const each = members.map(([text, digits]) => `{"t":${JSON.stringify(text)},"n":${digits}}`);
      const json = `[${each.join()}]`;
      const written = writeJson(parseExact(json));
      const values = [...written.matchAll(/"n":([^}]*)\}/g)].map(([, digits]) => digits!);
      const texts = (JSON.parse(written) as Array<{ t: string }>).map(({ t }) => t);
      expect(texts).toEqual(members.map(([text]) => text));
      expect(values).toHaveLength(members.length);
      for (const [index, [, digits]] of members.entries())
        expect([digits, isSameNumber(values[index]!, digits)]).toEqual([digits, true]);
      expect(writeJson(parseExact(written))).toBe(written);
    }),
  );
});

describe('JSON that is ordinary', () => {
  test('is parsed once: ids in quotes, dates, prices and versions are not taken for long numbers', () => {
    for (const json of [
      '{"id":123456789012345,"at":"2026-01-31T12:00:00.000Z","price":19.99}',
      '{"id":"9007199254740993","uuid":"01a1ff9f-0d0e-7c35-9d2b-4a4a4f0f8a11","hash":"3e400e500"}',
      '["+4915112345678901","1.2.3.4","a1234567890123456789"]',
      '',
    ])
      expect([json, mayHoldExactNumbers(json)]).toEqual([json, false]);
  });

  test('has no sign of a negative zero when it is written, as ever', () => {
    expect(writeJson(parseExact('[-0,-0.0]'))).toBe('[0,0]');
  });
});

test('hostile JSON takes time in proportion to its length', () => {
  const hostile = [
    (count: number) => `[${'1234567890123456,'.repeat(count)}1]`,
    (count: number) => `"${'\\"'.repeat(count * 8)}1e400"`,
    (count: number) => `[${'9'.repeat(count * 16)}]`,
    (count: number) => `["${'-.1e'.repeat(count * 4)}"]`,
    (count: number) => `{"a":1e${'0'.repeat(count * 16)}}`,
  ];
  for (const of of hostile) {
    const [small, large] = [of(2_000), of(32_000)].map((json) => usualCostOf(() => parseExact(json)));
    // 16 times the text; quadratic time would be 256 times the cost.
    expect(large! / Math.max(small!, 0.5)).toBeLessThan(100);
  }
});
