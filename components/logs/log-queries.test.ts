import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { executionQuery, executionStateQuery, mayBeRunning } from './log-queries';

it('running executions meet filters by workflow, trigger and start, and no others', () => {
  expect(mayBeRunning({ workflowIds: 'w', triggers: 'api', range: '24h' })).toBe(true);
  expect(mayBeRunning({ startDate: '2026-01-31T12:00:00.000Z' })).toBe(true);
  expect(mayBeRunning({ workflowIds: 'w', level: 'error' })).toBe(false);
  expect(mayBeRunning({ endDate: '2026-01-31T12:00:00.000Z' })).toBe(false);
});

it('the state of an execution is not taken for the execution with its workflow', () => {
  const cache = new QueryClient();
  const state = { id: 'one', logId: 'log' };
  cache.setQueryData<unknown>(executionStateQuery('one').queryKey, state);
  expect(cache.getQueryData(executionQuery('one').queryKey)).toBeUndefined();
});
