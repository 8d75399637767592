import { z } from 'zod';
import { BlockId } from '../../core/workflow/schema';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { listParam } from '../../platform/http/query-params';
import { RunAccepted, RunResult, RunStreamEvent } from '../runs/schema';
import { BlockPin, PIN_SOURCES, PinOutput } from './schema';

const tag = 'Workflows';
const Workflow = z.object({ id: z.string() });
const Block = z.object({ id: z.string(), blockId: BlockId });
const MAX_BODY_BYTES = 12 * 1024 * 1024;
/** More than a pin may have, so that a pin that is too large gets its own error message. */
const MAX_PIN_BODY_BYTES = 4 * 1024 * 1024;

export const listPinsEndpoint = defineEndpoint({
  id: 'listPins',
  method: 'GET',
  path: '/api/v1/workflows/{id}/pins',
  movedFrom: '/api/workflows/{id}/pins',
  summary: 'List the pinned outputs of a workflow',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Workflow,
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(BlockPin), ...NEXT_CURSOR }),
  exactNumbers: true,
});

export const savePinEndpoint = defineEndpoint({
  id: 'savePin',
  method: 'PUT',
  path: '/api/v1/workflows/{id}/pins/{blockId}',
  movedFrom: '/api/workflows/{id}/pins/{blockId}',
  summary: 'Pin the output of a block',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Block,
  body: z.strictObject({ output: PinOutput, source: z.enum(PIN_SOURCES) }),
  response: z.object({ data: BlockPin }),
  maxBodyBytes: MAX_PIN_BODY_BYTES,
  exactNumbers: true,
});

export const deletePinEndpoint = defineEndpoint({
  id: 'deletePin',
  method: 'DELETE',
  path: '/api/v1/workflows/{id}/pins/{blockId}',
  movedFrom: '/api/workflows/{id}/pins/{blockId}',
  summary: 'Unpin the output of a block',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Block,
  status: 204,
});

export const deletePinsEndpoint = defineEndpoint({
  id: 'deletePins',
  method: 'DELETE',
  path: '/api/v1/workflows/{id}/pins',
  movedFrom: '/api/workflows/{id}/pins',
  summary: 'Unpin the outputs of several blocks of a workflow',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Workflow,
  query: z.strictObject({
    blockIds: listParam(BlockId)
      .optional()
      .meta({ description: 'Of these blocks alone; by default of all.', examples: ['b2,b3'] }),
  }),
  status: 204,
});

const FROM = { description: 'The run begins with this block.', examples: ['b2'] };
const UNTIL = { description: 'The run ends with this block.', examples: ['b3'] };
const PINS = {
  description:
    '`use`: pinned blocks are not executed, their pinned outputs stand in. `only`: the run is refused ' +
    'unless all that would send or wait is pinned.',
  examples: ['only'],
};
const OUTPUTS = {
  description: 'By block id: stands in for a block before `from` that has no pin.',
  examples: [{ b2: { status: 200, data: { id: 7 } } }],
};

export const runDraftEndpoint = defineEndpoint({
  id: 'runDraft',
  method: 'POST',
  path: '/api/v1/workflows/{id}/draft-runs',
  summary: 'Run the draft with its pinned outputs, or a part of it',
  description:
    'As *Run until here*, *Run from here* and *Run with pins only* of the editor do. The log shows which ' +
    'outputs were pinned and what was left out. Runs of any other kind never take a pin. What stands in ' +
    'for blocks may lead later ones anywhere, with the values of all variables: that takes the scope ' +
    '`workflows:write`.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Workflow,
  body: z.strictObject({
    input: z
      .record(z.string(), z.unknown())
      .default({})
      .meta({ examples: [{ name: 'Ada' }] }),
    from: BlockId.optional().meta(FROM),
    until: BlockId.optional().meta(UNTIL),
    pins: z.enum(['use', 'only']).default('use').meta(PINS),
    outputs: z.record(BlockId, PinOutput).default({}).meta(OUTPUTS),
  }),
  response: RunResult,
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
