import { z } from 'zod';
import { BlockId } from '../../core/workflow/schema';
import { defineEndpoint } from '../../platform/http/endpoint';
import { RunAccepted, RunResult, RunStreamEvent } from '../runs/schema';
import { ReplayVersion } from '../runs/shapes/replay-version';
import { AGAIN_VERSIONS, MOST_SHADOW_RUNS, Replay, ShadowEvent, ShadowResult } from './schema';

const ONLY_READS = 'A key needs `workflows:read` too. Nothing is sent, and nothing is logged. ';

export const replayLogEndpoint = defineEndpoint({
  id: 'replayLog',
  method: 'POST',
  path: '/api/v1/logs/{id}/replay',
  summary: 'Replay a past run with its recorded responses',
  description:
    `${ONLY_READS}Blocks that reach out take what was recorded of them; all others run, ` +
    'in the version asked for. The answer says what differs.',
  tag: 'Logs',
  auth: 'key',
  scope: 'logs:read',
  keepsToWorkflows: true,
  params: z.object({ id: z.string() }),
  body: z.strictObject({ version: ReplayVersion.default('original') }),
  response: z.object({ data: Replay }),
  problems: ['conflict', 'payload_too_large', 'forbidden'],
});

export const shadowWorkflowEndpoint = defineEndpoint({
  id: 'shadowWorkflow',
  method: 'POST',
  path: '/api/v1/workflows/{id}/shadow',
  summary: 'Replay the last live runs with another version',
  description: `${ONLY_READS}The last runs of live versions, newest first. One at a time in a workspace.`,
  tag: 'Versions',
  auth: 'key',
  scope: 'logs:read',
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    runs: z.number().int().min(1).max(MOST_SHADOW_RUNS).default(100),
    version: ReplayVersion.default('draft'),
  }),
  response: z.object({ data: ShadowResult }),
  problems: ['conflict', 'forbidden'],
  streams: {
    'text/event-stream': {
      description:
        'With `Accept: text/event-stream`: events as the runs are replayed, ' +
        'each with a `ShadowEvent` as JSON in its `data`; `finished` is the last.',
      item: ShadowEvent,
    },
  },
});

export const runAgainEndpoint = defineEndpoint({
  id: 'runAgain',
  method: 'POST',
  path: '/api/v1/logs/{id}/run-again',
  summary: 'Run again with the input of a log',
  description:
    'A new run with what started that one: its input, or the request, message or time of its trigger. ' +
    '`version`: `original` is the workflow as it ran then. With `from`, blocks that do not come after that ' +
    'block keep their recorded outputs and do not run again; 409 when the log does not hold one that is ' +
    'needed, because it is secret or too large. ' +
    'Credentials are not kept in logs, so in inputs they are `***`.',
  tag: 'Logs',
  auth: 'key',
  scope: 'workflows:run',
  keepsToWorkflows: true,
  params: z.object({ id: z.string() }),
  query: z.strictObject({
    version: z.enum(AGAIN_VERSIONS).default('live'),
    from: BlockId.optional().describe('Id of the block to go on from; by default everything runs.'),
  }),
  response: RunResult,
  problems: ['usage_exceeded', 'rate_limited', 'conflict', 'payload_too_large'],
  streams: {
    'text/event-stream': {
      description: 'With `Accept: text/event-stream`: events as the run goes on.',
      item: RunStreamEvent,
    },
  },
  otherResponses: { 202: { description: 'The run is parked and goes on later.', schema: RunAccepted } },
});
