import { afterAll, expect, test } from 'vitest';
import { binaryArray, type ElementType } from './binary-array';
import { closeDatabase, pool } from './db';

afterAll(closeDatabase);

/** Returns the values as the database reads them. */
async function readBack(type: ElementType, values: readonly unknown[]): Promise<unknown[]> {
  const { rows } = await pool().query<{ read: unknown[] }>(`SELECT $1::${type}[] AS read`, [
    binaryArray(type, values),
  ]);
  return rows[0]!.read;
}

const WITH_NULLS: ReadonlyArray<[ElementType, unknown[]]> = [
  ['text', ['', 'plain', '{"a": "b\\"c"}', 'NULL', 'comma, {brace}', 'é 漢 🚀', null]],
  ['uuid', ['00000000-0000-0000-0000-000000000000', '01a204ab-84b9-76bd-9aff-9dc9d3f65d66', null]],
  ['bytea', [Buffer.from([0, 1, 255]), Buffer.alloc(0), null]],
  ['boolean', [true, false, null]],
  ['smallint', [0, -32_768, 32_767, null]],
  ['integer', [0, -2_147_483_648, 2_147_483_647, null]],
  ['float8', [0, -1.5, 0.1, 1e300, 1_763_836_800_123.5, null]],
  ['timestamptz', [new Date(0), new Date('2026-11-22T12:34:56.789Z'), new Date('1969-01-01'), null]],
];

test.each(WITH_NULLS)('an array of %s is read as it was given, null included', async (type, values) => {
  expect(await readBack(type, values)).toEqual(values);
  expect(await readBack(type, values.slice(0, 1))).toEqual(values.slice(0, 1));
});

test.each(WITH_NULLS)('an array of %s may be empty', async (type) => {
  expect(await readBack(type, [])).toEqual([]);
});

test('a value outside its type is refused before it is sent', () => {
  expect(() => binaryArray('integer', [2 ** 31])).toThrow(RangeError);
  expect(() => binaryArray('uuid', ['not one'])).toThrow('not one');
  expect(() => binaryArray('uuid', ['01a204ab-84b9-76bd-9aff-9dc9d3f65d66ff'])).toThrow(TypeError);
});

test('a NUL character in text is a fault of the item, as in every other statement', async () => {
  await expect(readBack('text', ['a\0b'])).rejects.toMatchObject({ code: '22021' });
});
