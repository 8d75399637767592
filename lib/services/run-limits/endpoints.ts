import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NewRunLimits, RunLimitsNow } from './schema';

const tag = 'Workflows';
const path = '/api/v1/workflows/{id}/run-limits';
const params = z.object({ id: z.string() });
const response = z.object({ data: RunLimitsNow });

export const getRunLimitsEndpoint = defineEndpoint({
  id: 'getRunLimits',
  method: 'GET',
  path,
  summary: 'Read how many runs of a workflow go on at once',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params,
  response,
});

export const setRunLimitsEndpoint = defineEndpoint({
  id: 'setRunLimits',
  method: 'PUT',
  path,
  summary: 'Set how many runs of a workflow go on at once',
  description:
    'Replaces the settings: what is left out is none, and `{}` removes all. They count for every start but those ' +
    'in the editor and calls by other workflows, and from now on also for what waits; the key of a run stays as ' +
    'it was read when the run was accepted.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params,
  body: NewRunLimits,
  response,
});
