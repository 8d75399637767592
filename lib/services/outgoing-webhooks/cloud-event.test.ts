import { expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { cloudEventHeaders } from './cloud-event';
import { composeBody } from './payload';
import { sampleExecution } from './sample-execution';

const NOW_MS = Date.UTC(2026, 0, 31, 12, 0, 0, 842);

test('the attributes are those of the body, whatever it includes', () => {
  const [id, workflowId] = [newId(), newId()];
  const execution = sampleExecution(workflowId, NOW_MS);
  for (const flags of [0, 1, 2, 16, 19]) {
    const body = composeBody({ id, timestampMs: NOW_MS, execution, limits: null }, flags);
    expect(cloudEventHeaders(body)).toEqual([
      ['ce-specversion', '1.0'],
      ['ce-id', id],
      ['ce-source', `/v1/workflows/${workflowId}`],
      ['ce-type', 'workflow.execution.completed'],
      ['ce-subject', execution.executionId],
      ['ce-time', '2026-01-31T12:00:00.842Z'],
    ]);
  }
});

test('every value is one that CloudEvents sends without percent-encoding', () => {
  const execution = sampleExecution(null, NOW_MS);
  const body = composeBody({ id: newId(), timestampMs: NOW_MS, execution, limits: null }, 0);
  for (const [, value] of cloudEventHeaders(body)) expect(value).toMatch(/^[!#$&-~]+$/);
});

test('a body that is gone has no attributes', () => {
  expect(cloudEventHeaders('')).toEqual([]);
});
