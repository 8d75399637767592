import Ajv from 'ajv/dist/2020';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectShortTasks } from '../../platform/testing/expect-short-tasks';
import { parseExact } from '../../platform/text/exact-number';
import { checkValue, type SchemaCheck } from './check-value';
import { CheckTooComplex, CheckWork } from './check-work';
import { HOSTILE_CHECKS } from './testing/hostile-checks';

const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });

/** Checks in one go: everything here but the hostile schemas is small. */
function check(schema: unknown, value: unknown): Promise<SchemaCheck> {
  const work = new CheckWork();
  return work.inTurns(() => checkValue(schema, value, work));
}

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
  ])('%j says where: %j', async (schema, value, words) => {
    expect((await check(schema, value)).mismatch).toEqual(words);
  });
});

it('numbers that a double can’t hold are numbers', async () => {
  const value = parseExact('{"id": 9007199254740993, "huge": 1e400}');
  const schema = { properties: { id: { type: 'integer', minimum: 1 }, huge: { type: 'number' } } };
  expect((await check(schema, value)).mismatch).toBeNull();
});

it('patterns are handed over, those that need not hold are not', async () => {
  const schema = {
    properties: { a: { pattern: '^x' }, b: { anyOf: [{ pattern: '^y' }, { type: 'number' }] } },
  };
  expect(await check(schema, { a: 'xx', b: 'z' })).toEqual({
    mismatch: null,
    patterns: [{ path: 'a', pattern: '^x', text: 'xx' }],
  });
});

describe('a schema that asks for endless work is refused in a moment', () => {
  it.each(HOSTILE_CHECKS)('$name', async ({ schema, value }) => {
    const checked = () => expect(check(schema, value)).rejects.toBeInstanceOf(CheckTooComplex);
    await expectShortTasks(checked, { mostMs: MOST_HELD_MS });
  });
});

/** A foreign schema holds nobody longer than this, on the reference machine. */
const MOST_HELD_MS = 100;

it('what a large honest value takes is allowed', async () => {
  const item = { type: 'object', required: ['id', 'tags'], properties: { id: { type: 'integer' } } };
  const items = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `Item ${id}`, tags: ['a', 'b'] }));
  expect((await check({ type: 'array', items: item, uniqueItems: true }, items)).mismatch).toBeNull();
  expect((await check({ const: items }, structuredClone(items))).mismatch).toBeNull();
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

it('is of one mind with ajv about random schemas and values', async () => {
  const members = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(1, 2, 'a', null), {
    maxKeys: 3,
  });
  const values = fc.oneof(
    fc.constantFrom(0, 1, 1.5, 2, 4, 'a', 'b', 'abc', '', true, null),
    fc.array(fc.constantFrom(1, 1, 2, 'a', null), { maxLength: 4 }),
    members,
  );
  await fc.assert(
    fc.asyncProperty(schemasOf(2), values, async (schema, value) => {
      expect((await check(schema, value)).mismatch === null).toBe(ajv.validate(schema, value));
      ajv.removeSchema();
    }),
    { numRuns: 500 },
  );
});
