import Ajv from 'ajv/dist/2020';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../platform/testing/cost-of';
import { parseExact } from '../../platform/text/exact-number';
import { checkValue } from './check-value';

const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });

describe('a value that does not fit', () => {
  it.each([
    [{ type: 'object', required: ['name'] }, {}, '"name" is missing.'],
    [{ properties: { age: { type: 'integer' } } }, { age: 1.5 }, '"age" must be an integer, not a number.'],
    [{ items: { type: 'string' } }, ['a', 1], '"[1]" must be a string, not a number.'],
    [{ properties: { a: {} }, additionalProperties: false }, { b: 1 }, '"b" is not expected.'],
    [{ enum: ['red', 'green'] }, 'blue', 'The value must be one of ["red","green"].'],
    [{ type: ['string', 'null'] }, 1, 'The value must be a string or null, not a number.'],
    [{ $ref: '#/$defs/gone' }, 1, 'The schema refers to "#/$defs/gone", which is not in it.'],
    [{ $ref: 'https://example.com/schema' }, 1, expect.stringContaining('which is not in it')],
  ])('%j says where: %j', (schema, value, words) => {
    expect(checkValue(schema, value).mismatch).toEqual(words);
  });
});

it('numbers that a double can’t hold are numbers', () => {
  const value = parseExact('{"id": 9007199254740993, "huge": 1e400}');
  const schema = { properties: { id: { type: 'integer', minimum: 1 }, huge: { type: 'number' } } };
  expect(checkValue(schema, value).mismatch).toBeNull();
});

it('patterns are handed over, those that need not hold are not', () => {
  const schema = {
    properties: { a: { pattern: '^x' }, b: { anyOf: [{ pattern: '^y' }, { type: 'number' }] } },
  };
  expect(checkValue(schema, { a: 'xx', b: 'z' })).toEqual({
    mismatch: null,
    patterns: [{ path: 'a', pattern: '^x', text: 'xx' }],
  });
});

it('a schema that asks for endless work is refused in a moment', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => {
      const next = { $ref: `#/$defs/s${index + 1}` };
      return [`s${index}`, { allOf: [next, next] }];
    }),
  );
  for (const schema of [
    { $ref: '#/$defs/s0', $defs: { ...doubling, s40: {} } },
    { $ref: '#' },
    { allOf: [{ $ref: '#' }] },
  ]) {
    let mismatch: unknown;
    const check = () => ({ mismatch } = checkValue(schema, 1));
    expect(costOf(check), JSON.stringify(schema).slice(0, 40)).toBeLessThan(700);
    expect(mismatch).toBe('The schema is too complex to be checked.');
  }
});

/** Generates schemas with others inside, `depth` levels deep. */
function schemasOf(depth: number): fc.Arbitrary<object> {
  const bound = fc.integer({ min: 0, max: 4 });
  const name = fc.constantFrom('a', 'b', 'c');
  const plain = {
    type: fc.constantFrom('string', 'number', 'integer', 'object', 'array', 'boolean', 'null'),
    enum: fc.uniqueArray(fc.constantFrom(1, 2, 'a', 'b'), { minLength: 1, maxLength: 3 }),
    const: fc.constantFrom(1, 'a', null),
    minimum: bound,
    exclusiveMaximum: bound,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: bound,
    maxLength: bound,
    minItems: bound,
    uniqueItems: fc.boolean(),
    required: fc.uniqueArray(name, { maxLength: 2 }),
  };
  const shallow = Object.entries(plain).map(([key, value]) => value.map((each) => ({ [key]: each })));
  if (depth === 0) return fc.oneof(...shallow);
  const part = schemasOf(depth - 1);
  const some = fc.array(part, { minLength: 1, maxLength: 2 });
  const nested = {
    items: part,
    prefixItems: some,
    properties: fc.dictionary(name, part, { maxKeys: 2 }),
    additionalProperties: fc.oneof(fc.boolean(), part),
    anyOf: some,
    oneOf: some,
    allOf: some,
    not: part,
  };
  const deep = Object.entries(nested).map(([key, value]) => value.map((each) => ({ [key]: each })));
  const branches = fc
    .tuple(part, part, part)
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    .map((three) => ({ if: three[0], then: three[1], else: three[2] }));
  const keywords: Array<fc.Arbitrary<object>> = [...shallow, ...deep, branches];
  return fc.array(fc.oneof(...keywords), { maxLength: 3 }).map((parts) => Object.assign({}, ...parts));
}

it('is of one mind with ajv about random schemas and values', () => {
  const members = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(1, 2, 'a', null), {
    maxKeys: 3,
  });
  const values = fc.oneof(
    fc.constantFrom(0, 1, 1.5, 2, 4, 'a', 'b', 'abc', '', true, null),
    fc.array(fc.constantFrom(1, 1, 2, 'a', null), { maxLength: 4 }),
    members,
  );
  fc.assert(
    fc.property(schemasOf(2), values, (schema, value) => {
      expect(checkValue(schema, value).mismatch === null).toBe(ajv.validate(schema, value));
      ajv.removeSchema();
    }),
    { numRuns: 500 },
  );
});
