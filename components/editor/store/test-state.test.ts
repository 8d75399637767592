import { expect, test } from 'vitest';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import type { TestResult } from '@/lib/services/run-tests/schema';
import { afterTestRun, NO_TESTS, withoutTest } from './test-state';

const [document, edited] = [{}, {}] as unknown as [WorkflowDocument, WorkflowDocument];

const failed = (testId: string, blockId: string | null): TestResult => ({
  testId,
  name: testId,
  status: 'failed',
  problem: null,
  differences: [
    {
      kind: 'sent',
      blockId,
      blockName: blockId,
      iteration: null,
      path: '',
      allowed: null,
      nearest: null,
    },
  ],
  differenceCount: 1,
  doubts: [],
});
const brief = ({ results, differing }: typeof NO_TESTS) => [Object.keys(results), [...differing]];

test('blocks that differ are those of all results', () => {
  const all = afterTestRun(NO_TESTS, [failed('a', 'x'), failed('b', null)], { isOfAll: true, document });
  expect(brief(all)).toEqual([['a', 'b'], ['x']]);
  const one = afterTestRun(all, [failed('b', 'y')], { isOfAll: false, document });
  expect(brief(one)).toEqual([
    ['a', 'b'],
    ['x', 'y'],
  ]);
  expect(brief(withoutTest(one, 'a'))).toEqual([['b'], ['y']]);
});

test('results of another document are dropped', () => {
  const before = afterTestRun(NO_TESTS, [failed('a', 'x')], { isOfAll: true, document });
  const after = afterTestRun(before, [failed('b', 'y')], { isOfAll: false, document: edited });
  expect(brief(after)).toEqual([['b'], ['y']]);
});
