import { expect, it } from 'vitest';
import { mayBeRunning } from './log-queries';

it('running executions meet filters by workflow, trigger and start, and no others', () => {
  expect(mayBeRunning({ workflowIds: 'w', triggers: 'api', range: '24h' })).toBe(true);
  expect(mayBeRunning({ startDate: '2026-01-31T12:00:00.000Z' })).toBe(true);
  expect(mayBeRunning({ workflowIds: 'w', level: 'error' })).toBe(false);
  expect(mayBeRunning({ endDate: '2026-01-31T12:00:00.000Z' })).toBe(false);
});
