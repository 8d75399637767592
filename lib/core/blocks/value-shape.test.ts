import { expect, test } from 'vitest';
import { blankValue, keepShapes, OutputShapes, type ValueShape } from './value-shape';

const wide = (count: number, shape: ValueShape = { type: 'string' }): ValueShape => ({
  type: 'object',
  fields: Array.from({ length: count }, (_, index) => ({ name: `f${index}`, shape })),
});

test('of a large description, what lies near the surface is kept, and the rest as bare types', () => {
  const kept = keepShapes({ data: wide(100, wide(100, wide(10))) });
  const { fields = [] } = kept.data!;
  expect(fields).toHaveLength(100);
  expect(fields[0]?.shape.fields).toHaveLength(100);
  expect(fields[99]?.shape).toEqual({ type: 'object' });
  expect(OutputShapes.safeParse(kept).success).toBe(true);
  expect(OutputShapes.safeParse({ data: wide(400) }).error?.issues[0]?.message).toBe('At most 400 values.');
});

test('long descriptions and names are cut to what a document may hold', () => {
  const shape: ValueShape = { type: 'object', description: 'd'.repeat(300), nullable: true };
  const fields = [
    { name: 'n'.repeat(300), shape },
    { name: 'n', shape, optional: true },
  ];
  const kept = keepShapes({ data: { type: 'array', items: { type: 'object', fields } } });
  expect(kept.data?.items?.fields).toEqual([
    { name: 'n', optional: true, shape: { type: 'object', description: 'd'.repeat(120), nullable: true } },
  ]);
  expect(OutputShapes.parse(kept)).toEqual(kept);
});

test('a blank value has the shape and nothing in it', () => {
  const fields = [
    { name: 'id', shape: { type: 'number' as const } },
    { name: 'tags', shape: { type: 'array' as const, items: { type: 'string' as const } } },
    { name: 'more', shape: { type: 'array' as const } },
    { name: 'on', shape: { type: 'boolean' as const } },
    { name: 'any', shape: { type: 'any' as const } },
  ];
  expect(blankValue({ type: 'object', fields })).toEqual({
    id: 0,
    tags: [''],
    more: [],
    on: false,
    any: null,
  });
});

test('very many shapes are counted before one is read, in each other or beside each other', () => {
  const message = 'At most 400 values.';
  const inEachOther = (count: number) =>
    Array.from({ length: count }).reduce((items: unknown) => ({ type: 'array', items }), { type: 'any' });
  expect(OutputShapes.safeParse({ data: inEachOther(399) }).success).toBe(true);
  for (const shape of [inEachOther(400), inEachOther(100_000), wide(400), wide(200_000)])
    expect(OutputShapes.safeParse({ data: shape }).error?.issues).toMatchObject([{ message }]);
  const unreadable = Array.from({ length: 401 }, (_, index) => [`o${index}`, 7]);
  expect(OutputShapes.safeParse(Object.fromEntries(unreadable)).error?.issues).toHaveLength(1);
});
