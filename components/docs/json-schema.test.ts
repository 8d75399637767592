import { describe, expect, it } from 'vitest';
import { constraintWords, exampleOf, typeWords } from './json-schema';

describe('typeWords', () => {
  it.each([
    [{ $ref: '#/components/schemas/Log' }, 'Log'],
    [{ enum: ['info', 'error'] }, '"info" | "error"'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
    [{ type: ['integer', 'null'] }, 'integer | null'],
    [{}, 'any'],
  ])('%j reads %s', (schema, words) => {
    expect(typeWords(schema)).toBe(words);
  });
});

it('leaves out bounds that say nothing', () => {
  expect(constraintWords({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 100 })).toEqual([
    'at least 1',
    'default 100',
  ]);
});

describe('exampleOf', () => {
  it('fills in what is required', () => {
    const schema = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string' }, b: { type: 'integer' } },
    };
    expect(exampleOf(schema, {}, false)).toEqual({ a: 'string' });
    expect(exampleOf(schema, {}, true)).toEqual({ a: 'string', b: 0 });
  });

  it('ends on a schema that holds itself', () => {
    const Span = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Span' } } },
    };
    expect(
      JSON.stringify(exampleOf({ $ref: '#/components/schemas/Span' }, { Span }, true)).length,
    ).toBeLessThan(200);
  });
});
