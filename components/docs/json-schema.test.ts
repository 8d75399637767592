import { describe, expect, it } from 'vitest';
import { constraintWords, typeWords } from './json-schema';

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
