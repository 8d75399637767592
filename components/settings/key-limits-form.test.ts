import { expect, test } from 'vitest';
import { draftOf, limitProblems, limitsOf, NO_LIMITS } from './key-limits-form';

test('nothing typed is no limit', () => {
  expect(limitsOf(NO_LIMITS)).toEqual({ addresses: null, workflowIds: null });
  expect(limitProblems(NO_LIMITS)).toEqual({ addresses: undefined, workflowIds: undefined });
});

test('addresses are separated by commas, spaces and lines', () => {
  const limits = { addresses: ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32'], workflowIds: ['w'] };
  const typed = { ...NO_LIMITS, addresses: '203.0.113.7, 10.0.0.0/8\n2001:db8::/32' };
  expect(limitsOf({ ...typed, workflows: 'some', workflowIds: ['w'] })).toEqual(limits);
  expect(limitsOf(draftOf(limits))).toEqual(limits);
  expect(limitsOf(draftOf({ addresses: null, workflowIds: null }))).toEqual(limitsOf(NO_LIMITS));
});

test('what can’t be sent is said at its field', () => {
  const some = { ...NO_LIMITS, workflows: 'some' as const };
  expect(limitProblems(some).workflowIds).toBe('Choose at least one workflow.');
  const named = { ...NO_LIMITS, addresses: 'office.example.com' };
  expect(limitProblems(named).addresses).toContain('203.0.113.7');
  const many = Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`).join(' ');
  expect(limitProblems({ ...NO_LIMITS, addresses: many }).addresses).toContain('at most 20');
});
