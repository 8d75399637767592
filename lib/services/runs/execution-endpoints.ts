import { z } from 'zod';
import { TRIGGERS } from '../../core/workflow/trigger';
import { defineEndpoint } from '../../platform/http/endpoint';
import { cursorParam, integerParam, listParam, textParam } from '../../platform/http/query-params';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import { IdempotencyKeyHeader, RunAccepted, UnfinishedExecution, VersionParam } from './schema';

/** Beside `endpoints.ts`: what only programs call. */

const tag = 'Executions';
const MAX_PAGE = 200;
const MAX_BATCH = 1_000;
const MAX_BATCH_BYTES = 5 * 1024 * 1024;

export const listExecutionsEndpoint = defineEndpoint({
  id: 'listExecutions',
  method: 'GET',
  path: '/api/v1/executions',
  summary: 'List the executions under way, newest first',
  description:
    'Those of a workspace that are queued, running or parked; finished ones are in the logs. ' +
    'A synchronous run appears once it has taken 50 ms. Rows leave the list as they finish, so a walk with ' +
    'the cursor repeats none and may miss only what finished meanwhile.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  query: z.strictObject({
    workspaceId: textParam(),
    workflowIds: listParam(textParam()).optional(),
    triggers: listParam(z.enum(TRIGGERS)).optional(),
    statuses: listParam(z.enum(QUEUE_STATE.names)).optional(),
    cursor: cursorParam,
    limit: integerParam(1, MAX_PAGE).default(50),
  }),
  response: z.object({ data: z.array(UnfinishedExecution), nextCursor: z.string().nullable() }),
});

export const startBatchEndpoint = defineEndpoint({
  id: 'startBatch',
  method: 'POST',
  path: '/api/v1/workflows/{id}/executions/batch',
  summary: 'Start many executions at once',
  description:
    'One queued execution for each input, all or none: when an input is invalid, or the plan has no room ' +
    'for all of them, nothing starts. `data` is in the order of the inputs. ' +
    'The `Idempotency-Key` is that of the whole batch. At most 1,000 inputs and 5 MB.',
  tag,
  auth: 'key',
  scope: 'workflows:run',
  params: z.object({ id: z.string() }),
  query: z.strictObject({ version: VersionParam.optional() }),
  headers: z.object({ 'Idempotency-Key': IdempotencyKeyHeader.optional() }),
  body: z.strictObject({
    inputs: z
      .array(z.record(z.string(), z.unknown()))
      .min(1, 'Give at least one input.')
      .max(MAX_BATCH, 'At most 1,000 inputs.'),
  }),
  response: z.object({ data: z.array(RunAccepted) }),
  status: 202,
  problems: ['usage_exceeded', 'idempotency_key_reused', 'rate_limited', 'conflict'],
  answerHeaders: ['Idempotent-Replayed'],
  maxBodyBytes: MAX_BATCH_BYTES,
  exactNumbers: true,
});
