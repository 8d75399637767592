import { expect, test } from 'vitest';
import type { CoverageItem } from '@/lib/services/run-coverage/schema';
import { coverageWords, uncoveredOf, uncoveredWords } from './coverage-state';

const item = (blockId: string, more: Partial<CoverageItem> = {}): CoverageItem => ({
  kind: 'block',
  blockId,
  blockName: blockId,
  port: null,
  label: null,
  tests: 0,
  runs: 0,
  ...more,
});

test('lists by block what nothing has passed', () => {
  const items = [
    item('a', { runs: 1 }),
    item('a', { kind: 'error-port', port: 'error', label: 'Error' }),
    item('b'),
    item('b', { kind: 'condition', port: 'yes', label: '' }),
    item('c', { tests: 1 }),
  ];
  const uncovered = uncoveredOf({ items });
  expect([...uncovered].map(([id, own]) => [id, uncoveredWords(own)])).toEqual([
    ['a', 'Not covered: Error'],
    ['b', 'Not covered'],
  ]);
  expect(uncoveredWords([item('b', { kind: 'condition', port: 'yes', label: '' })])).toBe('Not covered: yes');
});

test('sums up', () => {
  expect(coverageWords({ passed: 3, total: 4 })).toMatch(/^3 of 4 parts/);
  expect(coverageWords({ passed: 4, total: 4 })).toMatch(/^Everything/);
});
