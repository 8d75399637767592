import { z } from 'zod';
import { BlockId } from '../../core/workflow/schema';
import { defineEndpoint } from '../../platform/http/endpoint';
import { RunAccepted, RunAnswer, RunStreamEvent } from '../runs/schema';
import { BlockPin, PIN_SOURCES, PinOutput } from './schema';

const tag = 'Workflows';
const Workflow = z.object({ id: z.string() });
const Block = z.object({ id: z.string(), blockId: BlockId });
const MAX_BODY_BYTES = 12 * 1024 * 1024;
/** More than a pin may take, so that one that is too large is refused in words of its own. */
const MAX_PIN_BODY_BYTES = 4 * 1024 * 1024;

export const listPinsEndpoint = defineEndpoint({
  id: 'listPins',
  method: 'GET',
  path: '/api/workflows/{id}/pins',
  summary: 'List the pinned outputs of a workflow',
  tag,
  auth: 'session',
  params: Workflow,
  response: z.object({ data: z.array(BlockPin) }),
  exactNumbers: true,
});

export const savePinEndpoint = defineEndpoint({
  id: 'savePin',
  method: 'PUT',
  path: '/api/workflows/{id}/pins/{blockId}',
  summary: 'Pin the output of a block',
  tag,
  auth: 'session',
  params: Block,
  body: z.strictObject({ output: PinOutput, source: z.enum(PIN_SOURCES) }),
  response: z.object({ data: BlockPin }),
  maxBodyBytes: MAX_PIN_BODY_BYTES,
  exactNumbers: true,
});

export const deletePinEndpoint = defineEndpoint({
  id: 'deletePin',
  method: 'DELETE',
  path: '/api/workflows/{id}/pins/{blockId}',
  summary: 'Unpin the output of a block',
  tag,
  auth: 'session',
  params: Block,
  status: 204,
});

export const deletePinsEndpoint = defineEndpoint({
  id: 'deletePins',
  method: 'DELETE',
  path: '/api/workflows/{id}/pins',
  summary: 'Unpin the outputs of all blocks of a workflow',
  tag,
  auth: 'session',
  params: Workflow,
  status: 204,
});

export const runDraftEndpoint = defineEndpoint({
  id: 'runDraft',
  method: 'POST',
  path: '/api/workflows/{id}/draft-runs',
  summary: 'Run the draft with its pinned outputs, or a part of it',
  tag,
  auth: 'session',
  params: Workflow,
  body: z.strictObject({
    input: z.record(z.string(), z.unknown()).default({}),
    from: BlockId.optional().describe('The run begins with this block.'),
    until: BlockId.optional().describe('The run ends with this block.'),
    mocks: z.boolean().default(false).describe('Refused unless all that would send or wait is pinned.'),
    outputs: z
      .record(BlockId, PinOutput)
      .default({})
      .describe('What blocks last put out: stands in for those before `from` that have no pin.'),
  }),
  response: RunAnswer,
  problems: ['usage_exceeded', 'rate_limited', 'conflict'],
  streams: {
    'text/event-stream': {
      description: 'With `Accept: text/event-stream`: events as the run goes on.',
      item: RunStreamEvent,
    },
  },
  otherResponses: { 202: { description: 'The run is parked and goes on later.', schema: RunAccepted } },
  maxBodyBytes: MAX_BODY_BYTES,
  exactNumbers: true,
});
