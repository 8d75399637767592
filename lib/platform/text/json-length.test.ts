import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactNumber } from './exact-number';
import { jsonLength } from './json-length';
import { writeJson } from './json-text';

const MUCH = Number.MAX_SAFE_INTEGER;

describe('the length of a value as JSON', () => {
  it('is exact for plain text, whole numbers, lists and objects', () => {
    const whole = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.integer({ min: -999_999, max: 999_999 }),
        fc.stringMatching(/^[a-zé ]{0,9}$/),
        fc.constantFrom(null, true, false),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), tie('value'), { maxKeys: 4 }),
      ),
    })).value;
    fc.assert(fc.property(whole, (value) => jsonLength(value, MUCH) === JSON.stringify(value).length));
  });

  it('is never more than the JSON has', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => jsonLength(value, MUCH) <= JSON.stringify(value).length),
    );
    for (const value of [
      1e21,
      -1e300,
      5e-324,
      0.1,
      -0,
      12345678901234567000n.toString(),
      new ExactNumber('1.50'),
    ])
      expect(jsonLength(value, MUCH)).toBeLessThanOrEqual((writeJson(value) ?? '').length);
  });

  it('leaves out what JSON leaves out', () => {
    for (const value of [{ a: undefined }, { a: 1, b: undefined }, [undefined, 1], [], {}])
      expect(jsonLength(value, MUCH)).toBe(JSON.stringify(value).length);
  });
});

it('stops once it is over the limit', () => {
  let walked = 0;
  const list = new Proxy(new Array(1_000_000).fill('0123456789'), {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) walked += 1;
      return Reflect.get(target, key);
    },
  });
  expect(jsonLength([list], 1_000)).toBeGreaterThan(1_000);
  expect(walked).toBeLessThan(1_000);
});

it('a long value that many ask for is walked once', () => {
  let walked = 0;
  const value = {
    get text() {
      walked += 1;
      return 'x'.repeat(10_000);
    },
  };
  const first = jsonLength(value, MUCH);
  const after = walked;
  for (let at = 0; at < 100; at += 1) expect(jsonLength(value, MUCH)).toBe(first);
  expect(walked - after).toBeLessThanOrEqual(100);
});

it('comes back from what is nested without end', () => {
  let deep: unknown = [];
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  expect(jsonLength(deep, MUCH)).toBeGreaterThan(0);
});
