import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { Operations } from './schema';

export const getOperationsEndpoint = defineEndpoint({
  id: 'getOperations',
  method: 'GET',
  path: '/api/operations',
  summary: 'The state of the installation: processes, queues, database; only for its owner',
  tag: 'Operations',
  auth: 'session',
  response: z.object({ data: Operations }),
});
