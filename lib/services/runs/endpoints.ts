import { z } from 'zod';
import { RunTags } from '../../core/blocks/run-tags';
import { TRIGGERS } from '../../core/blocks/trigger';
import { BlockId, WorkflowDocument } from '../../core/workflow/schema';
import { defineEndpoint } from '../../platform/http/endpoint';
import { cursorParam, integerParam, listParam, textParam } from '../../platform/http/query-params';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import {
  BlockPreview,
  ExecutionState,
  ExecutionTrace,
  IdempotencyKeyHeader,
  LastOutputs,
  RunAccepted,
  RunResult,
  RunStreamEvent,
  SentBlock,
  UnfinishedExecution,
  VersionParam,
} from './schema';
import { WAITING_CALLERS } from './shapes/start-hold';
import { startTimingParams } from './timing-params';

const tag = 'Executions';
const MAX_PAGE = 200;
const MAX_INPUT_BYTES = 10 * 1024 * 1024;

export const executeWorkflowEndpoint = defineEndpoint({
  id: 'executeWorkflow',
  method: 'POST',
  path: '/api/v1/workflows/{id}/executions',
  summary: 'Run a workflow',
  description:
    'Waits for the end and returns the output; `mode=async` returns 202 at once and runs it ' +
    'from a queue that survives a crash. A run that comes to wait for more than a few seconds (Wait block) ' +
    'is parked: then who waits gets 202 too. Where as many run at once as the workflow allows, who waits stands ' +
    'in line for up to 55 s, and then gets 202. With `Accept: text/event-stream` the answer is a stream of ' +
    '`RunStreamEvent`s, one JSON object in the `data` of each. A stream that breaks is not resumed and the ' +
    'run goes on: follow it at `/api/v1/executions/{id}`.',
  tag,
  auth: 'key',
  scope: 'workflows:run',
  params: z.object({ id: z.string() }),
  query: z.strictObject({
    mode: z.enum(['sync', 'async']).default('sync'),
    version: VersionParam.optional(),
    answer: z
      .enum(['envelope', 'response'])
      .default('envelope')
      .meta({
        description:
          '`envelope`: status, output and error of the run as JSON. `response`: the answer is that of the ' +
          'Response block, with its status, headers and body; without such a block it is 200 and the ' +
          'output. A run that fails is then 500 `run_failed`, whose `runError` says why; one that is ' +
          'queued or parked is 202 as ever. `X-Execution-Id` names the run.',
      }),
    whenHeld: z
      .enum(WAITING_CALLERS)
      .optional()
      .meta({
        description:
          'What who waits gets while the workflow is on hold. `refuse`: 503 with `Retry-After`. `queue`: 202, ' +
          'and the run starts once the hold is released. By default as the hold says.',
      }),
    ...startTimingParams,
  }),
  headers: z.object({ 'Idempotency-Key': IdempotencyKeyHeader.optional() }),
  body: z.strictObject({
    input: z.record(z.string(), z.unknown()).default({}),
    tags: RunTags.optional().describe('By which its log is found again, an order number for example.'),
  }),
  response: RunResult,
  problems: ['usage_exceeded', 'idempotency_key_reused', 'rate_limited', 'conflict', 'run_failed'],
  problemMembers: {
    500: z.object({
      executionId: z.string().optional(),
      logId: z.string().optional(),
      runError: RunResult.shape.error.optional().describe('Why the run failed, with `answer=response`.'),
    }),
    429: z.object({
      busy: z.boolean().optional().describe('True if as many run at once as the workflow allows.'),
    }),
    503: z.object({ held: z.boolean().optional().describe('True while the workflow is on hold.') }),
  },
  answerHeaders: ['Idempotent-Replayed'],
  streams: {
    'text/event-stream': {
      description:
        'With `Accept: text/event-stream`: events as the run goes on, ' +
        'each with a `RunStreamEvent` as JSON in its `data`; `run-finished` or `run-parked` is the last.',
      item: RunStreamEvent,
    },
  },
  otherResponses: {
    202: {
      description: 'Accepted; it will run, or is parked, held or in line and goes on later.',
      schema: RunAccepted,
    },
  },
  maxBodyBytes: MAX_INPUT_BYTES,
  exactNumbers: true,
});

export const listExecutionsEndpoint = defineEndpoint({
  id: 'listExecutions',
  method: 'GET',
  path: '/api/v1/executions',
  summary: 'List the executions under way, newest first',
  description:
    'Those of a workspace that are queued, running, parked, held, waiting for their turn or delayed; ' +
    'finished ones are in the logs. ' +
    'A synchronous run appears once it has taken 50 ms. Rows leave the list as they finish, so a walk with ' +
    'the cursor repeats none and may miss only what finished meanwhile.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  keepsToWorkflows: true,
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

export const getExecutionEndpoint = defineEndpoint({
  id: 'getExecution',
  method: 'GET',
  path: '/api/v1/executions/{id}',
  summary: 'Read the state of an execution, or follow it to its end',
  description:
    'With `Accept: text/event-stream` its states are streamed: each event is the whole state, sent at once ' +
    'and whenever it has changed; after one with `success` or `error` the stream ends. Nothing is lost ' +
    'when the connection breaks: connect again, with `Last-Event-ID` to leave out the state you have. ' +
    'A comment comes every 15 s; after 15 minutes the stream ends, to be opened again. ' +
    'With curl: `curl -N -H "accept: text/event-stream" -H "x-api-key: …" URL`.',
  tag,
  auth: 'key',
  scope: ['workflows:run', 'logs:read'],
  keepsToWorkflows: true,
  params: z.object({ id: z.string() }),
  headers: z.object({
    'Last-Event-ID': z.string().max(200).optional().describe('Of a stream: the `id` of the last event.'),
  }),
  response: ExecutionState,
  streams: {
    'text/event-stream': {
      description:
        'With `Accept: text/event-stream`: events, each with an `ExecutionState` as JSON in its `data`.',
      item: ExecutionState,
    },
  },
});

export const getExecutionTraceEndpoint = defineEndpoint({
  id: 'getExecutionTrace',
  method: 'GET',
  path: '/api/v1/executions/{id}/trace',
  summary: 'Read which blocks of an execution under way have ended',
  description:
    'Of one that is under way, with what its blocks received and put out; its log has all ' +
    'of it once it has ended. A synchronous run that never waits writes its blocks down only then.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  keepsToWorkflows: true,
  params: z.object({ id: z.string() }),
  response: z.object({ data: ExecutionTrace }),
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
  keepsToWorkflows: true,
  params: z.object({ id: z.string() }),
  response: ExecutionState,
});

/**
 * A block to run by itself, in the document given (saved or not) or the stored one. Whoever may choose the
 * document, or what the blocks before put out, may send every variable where they like: that takes the scope
 * of an author, not that of a caller.
 */
const SingleBlock = z.strictObject({
  document: WorkflowDocument.optional(),
  samples: z
    .record(z.string(), z.unknown())
    .default({})
    .describe(
      'Outputs of the blocks before, by slug. A member that a log holds shortened, ' +
        'with `logId` added to it, stands for the whole.',
    ),
  /** The run's input: blocks that start a run make their output of it, unless there is a sample. */
  input: z.record(z.string(), z.unknown()).default({}),
});
const blockAloneParams = z.object({ id: z.string(), blockId: BlockId });
const MAX_BLOCK_ALONE_BYTES = 12 * 1024 * 1024;

export const sendBlockEndpoint = defineEndpoint({
  id: 'sendBlock',
  method: 'POST',
  path: '/api/v1/workflows/{id}/blocks/{blockId}/send',
  summary: 'Run one block by itself',
  description:
    'Exactly as a run would, with `samples` for the blocks before it. No log is written; ' +
    'a call by API key counts as a synchronous execution. When the client goes away it is cancelled.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: blockAloneParams,
  body: SingleBlock,
  response: z.object({ data: SentBlock }),
  problems: ['usage_exceeded', 'rate_limited'],
  maxBodyBytes: MAX_BLOCK_ALONE_BYTES,
  exactNumbers: true,
});

export const previewBlockEndpoint = defineEndpoint({
  id: 'previewBlock',
  method: 'POST',
  path: '/api/v1/workflows/{id}/blocks/{blockId}/preview',
  summary: 'Preview the request of a block',
  description: 'Byte for byte what `send` sends, with secrets masked. Sends nothing.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: blockAloneParams,
  body: SingleBlock,
  response: z.object({ data: BlockPreview }),
  maxBodyBytes: MAX_BLOCK_ALONE_BYTES,
  exactNumbers: true,
});

export const getLastOutputsEndpoint = defineEndpoint({
  id: 'getLastOutputs',
  method: 'GET',
  path: '/api/v1/workflows/{id}/last-outputs',
  summary: 'The last output of each block',
  description: 'Of the newest logs, masked as they are stored. A block that has not run lately is absent.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  params: z.object({ id: z.string() }),
  response: z.object({ data: LastOutputs }),
});

export const getRecordedRequestEndpoint = defineEndpoint({
  id: 'getRecordedRequest',
  method: 'GET',
  path: '/api/v1/logs/{id}/spans/{spanId}/request',
  summary: 'Read the request that a block of a past run sent',
  description:
    'Made again from what the log recorded, so secrets stand as `{{NAME}}` or `***`. ' +
    'Every attempt of a block sends the same.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  keepsToWorkflows: true,
  rateLimit: 'logs',
  params: z.object({ id: z.string(), spanId: z.string() }),
  response: z.object({ data: BlockPreview }),
});
