import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { ExecutionState, RunAccepted, RunAnswer } from './schema';

const tag = 'Executions';
const MAX_INPUT_BYTES = 10 * 1024 * 1024;

export const executeWorkflowEndpoint = defineEndpoint({
  id: 'executeWorkflow',
  method: 'POST',
  path: '/api/v1/workflows/{id}/executions',
  summary: 'Run a workflow',
  description:
    'Waits for the end and answers the output; `mode=async` answers 202 at once and runs it from a queue that survives a crash. ' +
    'With `Accept: text/event-stream` the answer is a stream of `RunStreamEvent`s.',
  tag,
  auth: 'key',
  scope: 'workflows:run',
  params: z.object({ id: z.string() }),
  query: z.strictObject({ mode: z.enum(['sync', 'async']).default('sync') }),
  body: z.strictObject({ input: z.record(z.string(), z.unknown()).default({}) }),
  response: RunAnswer,
  otherResponses: { 202: { description: 'Accepted; it will run.', schema: RunAccepted } },
  maxBodyBytes: MAX_INPUT_BYTES,
});

export const getExecutionEndpoint = defineEndpoint({
  id: 'getExecution',
  method: 'GET',
  path: '/api/v1/executions/{id}',
  summary: 'Where an execution stands',
  tag,
  auth: 'key',
  scope: 'workflows:run',
  params: z.object({ id: z.string() }),
  response: ExecutionState,
});

export const cancelExecutionEndpoint = defineEndpoint({
  id: 'cancelExecution',
  method: 'POST',
  path: '/api/v1/executions/{id}/cancel',
  summary: 'Stop an execution',
  description: 'A finished one is left as it is.',
  tag,
  auth: 'key',
  scope: 'workflows:run',
  params: z.object({ id: z.string() }),
  response: ExecutionState,
});
