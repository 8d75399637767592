import { newId } from '../../platform/ids';
import { ZERO_COST } from '../logs/cost';
import type { CompletedExecution } from './payload';

const SAMPLE_DURATION_MS = 1_250;

/**
 * An execution that never was: nothing has its ids, so a receiver that takes it for real does no real run's
 * work again. A subscription to all workflows (null) gets one of a workflow that is made up as well.
 */
export function sampleExecution(workflowId: string | null, nowMs: number): CompletedExecution {
  const startedAtMs = nowMs - SAMPLE_DURATION_MS;
  const at = { startTime: new Date(startedAtMs).toISOString(), endTime: new Date(nowMs).toISOString() };
  const span = {
    id: 'sample',
    parentId: null,
    blockId: 'sample',
    name: 'api',
    type: 'api',
    status: 'success',
    ...at,
    durationMs: SAMPLE_DURATION_MS,
    input: { url: 'https://api.example.com/greet', method: 'GET' },
    output: { status: 200, data: { greeting: 'Hello' }, headers: {}, error: null },
    error: null,
    children: [],
  };
  return {
    logId: newId(nowMs),
    workflowId: workflowId ?? newId(nowMs),
    executionId: newId(nowMs),
    level: 'info',
    trigger: 'api',
    tags: ['order-1042'],
    startedAtMs,
    endedAtMs: nowMs,
    cost: ZERO_COST,
    files: null,
    finalOutput: '{"greeting":"Hello"}',
    traceSpans: JSON.stringify([span]),
    error: null,
  };
}
