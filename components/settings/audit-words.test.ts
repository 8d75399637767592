import { expect, test } from 'vitest';
import { detailLines } from './audit-words';

test('details are told in words, and ids are not', () => {
  const workflowId = '01a216c4-5cdf-71ec-8a35-0d7e4f3b2c11';
  expect(detailLines({ passed: false, workflowId })).toEqual(['Failed the check']);
  expect(detailLines({ from: 'free', to: 'pro' })).toEqual(['From free', 'To pro']);
  expect(detailLines({ values: ['draft', 'live'] })).toEqual(['Set: draft, live']);
  expect(detailLines({ version: 3, before: null })).toEqual(['Version 3', 'First live version']);
  expect(detailLines({ overlapSeconds: 0, generated: true })).toEqual([
    'The old secret ended immediately',
    'Generated secret',
  ]);
});

test('a detail without words of its own has its name and value', () => {
  const detail = { changed: ['url', 'active'], includeFinalOutput: true, baseUrl: null, reason: '' };
  expect(detailLines(detail)).toEqual(['Changed: url, active', 'Include final output: yes']);
});
