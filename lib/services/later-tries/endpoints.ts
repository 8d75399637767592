import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { LaterTriesNow, NewLaterTries } from './schema';

const tag = 'Workflows';
const path = '/api/v1/workflows/{id}/later-tries';
const params = z.object({ id: z.string() });
const response = z.object({ data: LaterTriesNow });

export const getLaterTriesEndpoint = defineEndpoint({
  id: 'getLaterTries',
  method: 'GET',
  path,
  summary: 'Read when failed runs of a workflow are tried again',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params,
  response,
});

export const setLaterTriesEndpoint = defineEndpoint({
  id: 'setLaterTries',
  method: 'PUT',
  path,
  summary: 'Set when failed runs of a workflow are tried again',
  description:
    'Replaces the rule; `{}` removes it. It counts for runs of live versions that nobody waits for, from their next ' +
    'failure on. Each try is an execution of its own, from the block that failed. Failure notices, alerts and the ' +
    'list of errors wait for the last one. Tries that wait already stay; cancel them like other runs.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params,
  body: NewLaterTries,
  response,
});
