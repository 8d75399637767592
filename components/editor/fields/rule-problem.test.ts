import { expect, test } from 'vitest';
import type { Rule } from '@/lib/core/blocks/condition/rules';
import { ruleProblem } from './rule-problem';

const holesOf = (text: string) =>
  [...text.matchAll(/<[a-z.]+>/g)].map(({ index, 0: hole }) => ({ start: index, end: index + hole.length }));
const problem = (
  operator: Rule['operator'],
  value: string,
  type: 'number' | 'date' | 'text' | null = 'text',
) => ruleProblem({ field: '<a.b>', operator, value }, type, holesOf)?.at ?? null;

test('a pattern must be one, while all of it is known', () => {
  for (const operator of ['matches', 'mismatches'] as const) {
    expect(['(', '"["', '*', '\\'].map((value) => problem(operator, value))).toEqual(Array(4).fill('value'));
    expect(['^\\d+$', '"("x', '12', '(<a.c>', '<a.c>', ''].map((value) => problem(operator, value))).toEqual([
      null,
      'value',
      null,
      null,
      null,
      null,
    ]);
  }
  expect(problem('contains', '(')).toBeNull();
});

test('a number is no date: neither the field, as far as it is known, nor what it is compared with', () => {
  for (const operator of ['past', 'future'] as const)
    expect([
      problem(operator, '', 'number'),
      problem(operator, '', 'date'),
      problem(operator, '', null),
    ]).toEqual(['field', null, null]);
  for (const operator of ['before', 'after'] as const) {
    expect(problem(operator, '2026-11-26', 'number')).toBe('field');
    expect(['1764151200000', 'true'].map((value) => problem(operator, value, 'date'))).toEqual([
      'value',
      'value',
    ]);
    expect(
      ['2026-11-26', '2026', '<a.c>', '<a.c>T10:00', ''].map((value) => problem(operator, value, 'date')),
    ).toEqual([null, null, null, null, null]);
  }
  expect(problem('greater', '1', 'number')).toBeNull();
});
