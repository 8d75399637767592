import { expect, test } from 'vitest';
import type { RehearsedCase } from '@/lib/core/rehearsal/rehearsal-shape';
import { rehearsalRows, toneOf } from './cells';

const request = (step: string) => ({
  step,
  blockId: step,
  blockName: step,
  method: 'GET',
  url: 'https://example.com/',
  canCatch: false,
});
const caseOf = (step: string, more: Partial<RehearsedCase>): RehearsedCase => ({
  step,
  fault: 'timeout',
  path: null,
  outcome: 'handled',
  finding: null,
  words: '',
  attempts: 1,
  ending: { status: 'success', error: null },
  ...more,
});

test('a row for each fault that applies; a cell shows the worst of its cases', () => {
  const rows = rehearsalRows({
    requests: [request('a'), request('b')],
    cases: [
      caseOf('a', { fault: 'field-null', path: 'x', outcome: 'unaffected' }),
      caseOf('a', { fault: 'field-null', path: 'y', outcome: 'wrong-output', finding: 'wrong-output' }),
      caseOf('a', { fault: 'field-null', path: 'z', outcome: 'error' }),
      caseOf('b', { fault: 'refused' }),
    ],
  });
  expect(rows.map(({ fault, cells }) => [fault, ...cells.map((cell) => cell?.worst.path ?? null)])).toEqual([
    ['refused', null, null],
    ['field-null', 'y', null],
  ]);
  expect(rows[0]?.cells.map((cell) => cell?.worst.outcome ?? null)).toEqual([null, 'handled']);
});

test('what should be mended stands out', () => {
  expect(toneOf(caseOf('a', { outcome: 'error', finding: 'not-retried' }))).toBe('danger');
  expect(toneOf(caseOf('a', { outcome: 'error' }))).toBe('warning');
  expect(toneOf(caseOf('a', { outcome: 'recovered' }))).toBe('success');
});
