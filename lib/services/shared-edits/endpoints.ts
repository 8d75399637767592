import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { ClientId, Epoch, Place, SharedEvent, SharedState, SharedUpdates, Updates } from './schema';

const tag = 'Workflows';
const params = z.object({ id: z.string() });
/** The limit of a whole document in base64. */
const MAX_BODY_BYTES = 12 * 1024 * 1024;

const Known = z.strictObject({
  epoch: Epoch.optional(),
  since: z.coerce.number().int().min(0).optional(),
});

/** Why no key may call these operations. */
const sessionOnly = {
  why: 'It connects the windows of the editor with each other.',
  instead: 'A key may call GET and PUT /api/v1/workflows/{id}.',
};

export const getEditsEndpoint = defineEndpoint({
  id: 'getEdits',
  method: 'GET',
  path: '/api/workflows/{id}/edits',
  summary: 'The updates of a workflow that is edited together, since the last known one',
  tag,
  auth: 'session',
  sessionOnly,
  params,
  query: Known,
  response: z.object({ data: SharedUpdates }),
});

export const sendEditsEndpoint = defineEndpoint({
  id: 'sendEdits',
  method: 'POST',
  path: '/api/workflows/{id}/edits',
  summary: 'Add updates to a workflow that is edited together',
  tag,
  auth: 'session',
  sessionOnly,
  params,
  body: z.strictObject({ epoch: Epoch, updates: Updates }),
  response: z.object({ data: SharedState }),
  problems: ['conflict'],
  maxBodyBytes: MAX_BODY_BYTES,
});

export const watchEditsEndpoint = defineEndpoint({
  id: 'watchEdits',
  method: 'GET',
  path: '/api/workflows/{id}/edits/stream',
  summary: 'Follow the updates of a workflow, and who has it open',
  tag,
  auth: 'session',
  sessionOnly,
  params,
  query: Known.extend({ clientId: ClientId }),
  response: SharedEvent,
  streams: { 'text/event-stream': { description: 'One event in each `data`.', item: SharedEvent } },
});

export const sendPlaceEndpoint = defineEndpoint({
  id: 'sendPlace',
  method: 'POST',
  path: '/api/workflows/{id}/presence',
  summary: 'Say where you are in a workflow',
  tag,
  auth: 'session',
  sessionOnly,
  params,
  body: z.strictObject({ clientId: ClientId, place: Place }),
  status: 204,
});
